// Small sounds, made here and now: no files.

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

// Each sound: notes of a pitch in hertz and a length in seconds; a pitch of 0 is the rustle of a card.
const NOTES = {
  lay: [[0, 0.05]],
  draw: [[0, 0.09]],
  deal: [
    [0, 0.06],
    [0, 0.06],
    [0, 0.06],
    [0, 0.09],
  ],
  swap: [
    [0, 0.12],
    [440, 0.08],
    [330, 0.12],
  ],
  penalty: [
    [0, 0.06],
    [0, 0.06],
    [220, 0.14],
  ],
  turn: [
    [520, 0.07],
    [660, 0.1],
  ],
  call: [
    [660, 0.08],
    [880, 0.18],
  ],
  caught: [
    [300, 0.12],
    [200, 0.22],
  ],
  end: [
    [392, 0.12],
    [330, 0.24],
  ],
  win: [
    [523, 0.12],
    [659, 0.12],
    [784, 0.12],
    [1047, 0.34],
  ],
} satisfies Record<string, [number, number][]>;

export function play(name: keyof typeof NOTES, delay = 0): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  let at = context.currentTime + delay;
  for (const [pitch, length] of NOTES[name] as [number, number][]) {
    const volume = context.createGain();
    volume.gain.setValueAtTime(pitch === 0 ? 0.05 : 0.09, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    const source = pitch === 0 ? rustle(context) : tone(context, pitch);
    source.connect(volume).connect(context.destination);
    source.start(at);
    source.stop(at + length);
    at += length * 0.8;
  }
}

function tone(on: AudioContext, pitch: number): AudioScheduledSourceNode {
  const source = on.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  return source;
}

let noise: AudioBuffer | null = null;

function rustle(on: AudioContext): AudioScheduledSourceNode {
  if (noise === null) {
    noise = on.createBuffer(1, on.sampleRate / 8, on.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  }
  const source = on.createBufferSource();
  source.buffer = noise;
  return source;
}

// Some browsers let sound begin only in a gesture.
addEventListener("pointerup", () => {
  if (context?.state === "suspended") void context.resume();
});

const BUZZES = { turn: [30], bad: [60, 40, 60], good: [30, 30, 30, 30, 90] };

export function buzz(kind: keyof typeof BUZZES): void {
  if (settings.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZES[kind]);
}
