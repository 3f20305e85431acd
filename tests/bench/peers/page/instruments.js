// Runs in the page before anything else, as it is: no build may change what it measures.
{
  let isOnline = true;
  const transactions = { readonly: 0, readwrite: 0, versionchange: 0 };
  const longTasks = [];

  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => isOnline });

  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode = 'readonly', options = {}) {
    transactions[mode] += 1;
    return begin.call(this, stores, mode, options);
  };

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      longTasks.push({ at: startTime, ms: duration });
    }
  }).observe({ type: 'longtask', buffered: true });

  globalThis.instruments = {
    transactions,
    longTasks,
    /** What navigator.onLine says from now on, and its event. */
    setOnline(value) {
      isOnline = value;
      dispatchEvent(new Event(value ? 'online' : 'offline'));
    },
  };
}
