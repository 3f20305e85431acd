/** A browser's caches: by name, addresses and what lies there. */
export class AllCaches {
  readonly kept = new Map<string, Map<string, Response>>();
  keys = async () => [...this.kept.keys()];
  delete = async (name: string) => this.kept.delete(name);
  async open(name: string) {
    const cache = this.kept.get(name) ?? new Map<string, Response>();
    this.kept.set(name, cache);
    return {
      keys: async () => [...cache.keys()],
      match: async (address: string) => cache.get(address)?.clone(),
      put: async (address: string, response: Response) => void cache.set(address, response),
      delete: async (address: string) => cache.delete(address),
    };
  }
}
