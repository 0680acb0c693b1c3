/**
 * Makes a user the one who is signed in at the origin of a page. It runs in that page, so it uses nothing around it.
 *
 * The web SDK looks into IndexedDB, then into `localStorage`, and takes the first user that it finds. An app can
 * restrict it to one of them. So the user goes into both, or into one and out of the other.
 *
 * @param {{ databases: object[], persistence?: "indexedDB" | "local" }} state The databases of an origin in a storage
 *   state of Playwright; where the user is to be kept, by default in both places.
 */
export async function storeUser({ databases, persistence }) {
  const [{ name, version, stores: [{ name: storeName, keyPath, records }] }] = databases;

  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error(`${name} cannot be replaced, because another page has it open`));
    });

  const open = async () => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath });
    const database = await done(request);
    if (database.objectStoreNames.contains(storeName)) return database;
    // As the SDK does: it was made without the store, and gets it only by being made anew.
    database.close();
    await done(indexedDB.deleteDatabase(name));
    return open();
  };

  const database = await open();
  try {
    const transaction = database.transaction(storeName, "readwrite");
    const complete = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const store = transaction.objectStore(storeName);
    for (const { value: record } of records) {
      const key = record[keyPath];
      if (persistence === "indexedDB") localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(record.value));
      if (persistence === "local") store.delete(key);
      else store.put(record);
    }
    await complete;
  } finally {
    database.close();
  }
}
