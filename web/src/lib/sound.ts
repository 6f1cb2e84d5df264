// Small sounds, made here and now: no files.

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

// A note: its pitch in hertz, its length and when it begins, in milliseconds, and the pitch to which it glides.
interface Note {
  pitch: number;
  long: number;
  at?: number;
  to?: number;
  rustle?: boolean; // noise around the pitch, as of cards
}

const tune = (apart: number, long: number, ...pitches: number[]): Note[] =>
  pitches.map((pitch, place) => ({ pitch, long, at: place * apart }));

const SOUNDS = {
  lay: [
    { pitch: 1800, long: 50, rustle: true },
    { pitch: 180, long: 60 },
  ],
  draw: [{ pitch: 3200, long: 90, rustle: true }],
  deal: [0, 70, 140, 210].map((at) => ({ pitch: 2600, long: 80, at, rustle: true })),
  swap: [
    { pitch: 1200, long: 400, rustle: true },
    { pitch: 660, long: 400, to: 330 },
  ],
  owed: [{ pitch: 120, long: 200 }, ...tune(110, 110, 300, 240)],
  stack: tune(80, 130, 330, 392, 466),
  skip: [{ pitch: 520, long: 160, to: 180 }],
  reverse: [
    { pitch: 800, long: 300, rustle: true },
    { pitch: 300, long: 300, to: 600 },
  ],
  colour: tune(70, 120, 523, 659, 784, 988),
  jump: tune(90, 140, 880, 1320),
  turn: tune(60, 100, 520, 660),
  call: tune(110, 300, 784, 1175),
  caught: tune(110, 170, 311, 233, 156),
  right: tune(120, 220, 392, 587),
  wrong: tune(120, 220, 392, 262),
  end: tune(160, 300, 392, 330),
  win: [...tune(120, 200, 523, 659, 784), { pitch: 1047, long: 600, at: 360 }],
} satisfies Record<string, Note[]>;

export type Sound = keyof typeof SOUNDS;

const CROWD = 5; // sounds within two seconds, from which on they are quieter
let recent: number[] = [];

export function play(name: Sound | null, delay = 0): void {
  if (name === null || !settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const from = context.currentTime + delay;
  recent = [...recent.filter((at) => at > from - 2), from];
  const loud = recent.length < CROWD ? 1 : 0.5;
  for (const note of SOUNDS[name] as Note[]) sound(context, note, from + (note.at ?? 0) / 1000, loud);
}

function sound(on: AudioContext, { pitch, long, to, rustle }: Note, at: number, loud: number): void {
  const end = at + 0.008 + long / 1000;
  const volume = on.createGain();
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.linearRampToValueAtTime((rustle ? 0.2 : 0.12) * loud, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0005, end);
  const source = rustle ? hiss(on, pitch, volume) : tone(on, pitch, volume);
  if (to !== undefined && source instanceof OscillatorNode) source.frequency.exponentialRampToValueAtTime(to, end);
  volume.connect(on.destination);
  source.start(at);
  source.stop(end);
}

function tone(on: AudioContext, pitch: number, into: AudioNode): OscillatorNode {
  const source = on.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  source.connect(into);
  return source;
}

let noise: AudioBuffer | null = null;

function hiss(on: AudioContext, pitch: number, into: AudioNode): AudioScheduledSourceNode {
  if (noise === null) {
    noise = on.createBuffer(1, on.sampleRate / 2, on.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  }
  const source = on.createBufferSource();
  source.buffer = noise;
  const band = on.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(into);
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
