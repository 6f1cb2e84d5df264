// Small sounds, made here and now: no files.

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

const NOTES: Record<string, [number, number][]> = {
  lay: [[330, 0.05]],
  draw: [[220, 0.05]],
  turn: [
    [520, 0.07],
    [660, 0.09],
  ],
  call: [
    [660, 0.08],
    [880, 0.16],
  ],
  caught: [
    [300, 0.12],
    [200, 0.2],
  ],
  win: [
    [523, 0.12],
    [659, 0.12],
    [784, 0.28],
  ],
};

export function play(name: keyof typeof NOTES): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length] of NOTES[name] ?? []) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.09, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length * 0.8;
  }
}

export function buzz(): void {
  if (settings.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(30);
}
