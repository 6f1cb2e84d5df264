// Where the focus goes when what had it is gone: to the heading of what is shown instead, where a screen reader goes on.

export function arrive(heading: HTMLElement): void {
  if (document.activeElement === document.body) heading.focus({ preventScroll: true });
}
