// A control shows what the server has.  If a change is refused, it goes back to that.

import type { Reply } from "./connection";

export async function kept(
  control: HTMLInputElement | HTMLSelectElement,
  before: boolean | string,
  reply: Promise<Reply>,
): Promise<void> {
  if ((await reply).ok) return;
  if (typeof before === "string") control.value = before;
  else if (control instanceof HTMLInputElement) control.checked = before;
}
