/** Where the portal is: the path below its base, and what of the page is shown. */
export class Route {
  constructor(
    readonly path: readonly string[],
    readonly query: URLSearchParams,
  ) {}

  static read(base: string, location: { pathname: string; search: string }): Route {
    const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : "";
    return new Route(path.split("/").filter(Boolean).map(decode), new URLSearchParams(location.search));
  }

  get page(): string {
    return this.path[0] ?? "";
  }

  /** The address of this place. */
  href(base: string): string {
    const query = this.query.toString();
    return base + this.path.map(encodeURIComponent).join("/") + (query ? `?${query}` : "");
  }

  /** The same page with other members of the query; empty ones are left out. */
  with(changes: Record<string, string | undefined>): Route {
    const query = new URLSearchParams(this.query);
    for (const [name, value] of Object.entries(changes)) {
      if (value) {
        query.set(name, value);
      } else {
        query.delete(name);
      }
    }
    return new Route(this.path, query);
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
