// Which page is shown: from the address, without loading anything again.

class Route {
  path = $state(location.pathname);
}

export const route = new Route();

export function go(path: string): void {
  history.pushState(null, "", path);
  route.path = location.pathname;
  scrollTo(0, 0);
}

addEventListener("popstate", () => (route.path = location.pathname));

// Links inside the page do not load it again.
addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest?.("a[href^='/']");
  if (link === null || link === undefined || link.hasAttribute("download") || link.hasAttribute("target")) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});
