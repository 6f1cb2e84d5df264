// Records in memory, written and read by the layouts of the manifest.  What their numbers mean is not known here.

import type { FieldLayout, Manifest, RecordLayout, Storage } from "./manifest";

const BYTES: Record<Storage, number> = { i1: 1, i2: 2, i4: 4, i8: 8 };

export class StoredRecord {
  readonly bytes: Uint8Array;
  readonly #layout: RecordLayout;
  readonly #view: DataView;

  // A record of zeros, or one that is there already.
  constructor(manifest: Manifest, name: string, bytes?: Uint8Array) {
    const layout = manifest.records[name];
    if (layout === undefined) throw new Error(`the rules have no record ${name}`);
    this.#layout = layout;
    this.bytes = bytes ?? new Uint8Array(layout.size);
    if (this.bytes.length !== layout.size) throw new Error(`a ${name} has ${layout.size} bytes`);
    this.#view = new DataView(this.bytes.buffer, this.bytes.byteOffset, layout.size);
  }

  get(field: string, ...place: number[]): number {
    const [storage, at] = this.#place(field, place);
    if (storage === "i8") return Number(this.#view.getBigInt64(at, true));
    if (storage === "i4") return this.#view.getInt32(at, true);
    return storage === "i2" ? this.#view.getInt16(at, true) : this.#view.getInt8(at);
  }

  set(field: string, value: number, ...place: number[]): void {
    const [storage, at] = this.#place(field, place);
    if (storage === "i8") this.#view.setBigInt64(at, BigInt(value), true);
    else if (storage === "i4") this.#view.setInt32(at, value, true);
    else if (storage === "i2") this.#view.setInt16(at, value, true);
    else this.#view.setInt8(at, value);
  }

  #place(field: string, place: number[]): [Storage, number] {
    const [storage, at, ...shape] = this.#field(field);
    if (place.length !== shape.length) throw new Error(`${field} needs ${shape.length} indices`);
    const item = shape.reduce((found, length, i) => found * length + within(place[i] ?? 0, length), 0);
    return [storage, at + item * BYTES[storage]];
  }

  #field(field: string): FieldLayout {
    const found = this.#layout.fields[field];
    if (found === undefined) throw new Error(`there is no field ${field}`);
    return found;
  }
}

function within(index: number, length: number): number {
  if (index < 0 || index >= length) throw new Error(`there is no place ${index} of ${length}`);
  return index;
}
