package io.sluice.embedded;

import org.junit.jupiter.api.Nested;

/**
 * Holds the embedded hub to what a real kube-apiserver does.
 *
 * <p>By default it runs against {@link EmbeddedHub}; with {@code -Dsluice.contract.kubeconfig=FILE}
 * (or the environment variable {@code SLUICE_CONTRACT_KUBECONFIG}) against the server of that
 * kubeconfig, where it creates the kinds that are missing, and namespaces that it deletes again.
 * That server needs the controllers of garbage collection and of namespaces. {@code KUBECONFIG}
 * alone is not heeded: nobody's cluster should become a test's by accident.
 *
 * <p>Where the two differ on purpose, no test looks, because real servers are used for it:
 *
 * <ul>
 *   <li>No schemas, defaults or pruning, no access rights, no admission: whatever has sound
 *       metadata is stored.
 *   <li>Server-side apply, strategic merges (also for built-in kinds), YAML, CBOR and protobuf
 *       bodies are 415; dry runs are 400; collections cannot be deleted (405). They are refused
 *       aloud rather than half done.
 *   <li>Lists ignore {@code limit} and {@code resourceVersion}: always all, always the latest.
 *       Tables are answered by plain lists, and {@code managedFields} are not kept.
 *   <li>What two controllers do a little later (owned objects, contents of namespaces) is done
 *       before the answer; a deletion in the foreground is one in the background.
 *   <li>Bookmarks come at once and then every ten seconds, not every minute, so that clients soon
 *       know that they are watching. WebSockets are refused by a 200; clients then use plain HTTP.
 *   <li>Events of {@code v1} and of {@code events.k8s.io/v1} are two kinds, not two views of one.
 *   <li>The document of {@code /openapi/v3} holds no schemas: {@code kubectl apply} works, {@code
 *       kubectl explain} does not.
 *   <li>A resourceVersion that is no number is 400; a real server says 500.
 *   <li>Everything is forgotten when the process ends.
 * </ul>
 */
class KubernetesContractTest {
  @Nested
  class Creating extends CreatingContract {}

  @Nested
  class Updating extends UpdatingContract {}

  @Nested
  class Patching extends PatchingContract {}

  @Nested
  class Deleting extends DeletingContract {}

  @Nested
  class Listing extends ListingContract {}

  @Nested
  class Watching extends WatchingContract {}
}
