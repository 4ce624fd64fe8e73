/** Registers the application's service worker; does nothing if it is registered already. */
export function registerWorker(
  container: ServiceWorkerContainer,
): Promise<ServiceWorkerRegistration> {
  return container.register('/offline-worker.js');
}
