/** Refuses to open a newer database: Dexie would open it and repair its schema, which only the newer code may do. */
export const strict = (storage: IDBFactory, version: number) =>
  new Proxy(storage, {
    get(of, name) {
      if (name === "open") return (db: string, wanted = version * 10) => of.open(db, wanted);
      const value = Reflect.get(of, name);
      return typeof value === "function" ? value.bind(of) : value;
    },
  });
