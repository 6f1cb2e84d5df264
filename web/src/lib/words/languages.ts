// The languages that the catalogue has.

import { about } from "virtual:catalogue";

export type Language = string; // the name of a folder of the catalogue

export interface About {
  name: string;
  before: Record<string, [instead: string, sound: string]>; // what the last word of a list changes before a sound
  inside: "lower" | "same"; // how a sentence begins inside another
}

export const LANGUAGES: Record<Language, About> = about; // English first
