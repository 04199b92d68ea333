package io.sluice.simulator.api;

import org.junit.jupiter.api.Nested;

/**
 * Holds the embedded hub to what a real kube-apiserver does.
 *
 * <p>By default it runs against {@link EmbeddedHub}. Against the server of a kubeconfig it runs
 * with {@code -Dsluice.contract.kubeconfig=FILE}, or with {@code -Dsluice.contract=real} and the
 * environment variable {@code KUBECONFIG}; it creates there the kinds that are missing, and
 * namespaces that it deletes again. That server needs the controllers of garbage collection and of
 * namespaces. {@code KUBECONFIG} alone is ignored: the contract must never run on the cluster that
 * a developer happens to use.
 *
 * <p>The embedded hub is to stay small: it holds what the demo and fast tests need, and a real
 * server is a second away for the rest. So these are left out, and no test here looks at them:
 *
 * <ul>
 *   <li>Schemas, defaults, pruning, access rights and admission, because only a real server can be
 *       trusted with them. Of what is written only name, place and preconditions are checked, not
 *       the syntax of labels and annotations.
 *   <li>Server-side apply and strategic merges (415), dry runs of anything but a creation (422) and
 *       deleting collections (405), because no client of ours asks for them. They are refused aloud
 *       rather than half done.
 *   <li>Bodies other than JSON: they are broken JSON, 400 instead of 415.
 *   <li>Paging, tables and {@code managedFields}: lists always hold all, at the latest version.
 *   <li>OpenAPI, {@code /version}, short names and the paths of health, because only kubectl asks:
 *       {@code kubectl apply} needs {@code --validate=false}.
 *   <li>Streaming lists ({@code sendInitialEvents}, refused by 422): clients then list and watch.
 *   <li>Propagation policies, orphaning, and the repair of references to owners that are gone,
 *       because a rollout relies on one rule only: what has no owner left goes with the last one.
 *       That, and emptying namespaces, is done before the answer, not by controllers later.
 *   <li>The life of a namespace: it has no status, and goes at once even when finalizers hold some
 *       of its contents, because leaving a cluster step by step is tried on a real server.
 *   <li>{@code causes} of errors, a conflict's own message for an uid, and the code of another uid
 *       inside a patch (409 instead of 422), because clients look at code and reason.
 *   <li>The plain text of 429 and of 404 for unknown paths: all bodies are JSON.
 *   <li>Namespaces carry no label of their name; {@code deletionGracePeriodSeconds} is not set.
 *   <li>Events of {@code v1} and of {@code events.k8s.io/v1} are two kinds, not two views of one.
 *   <li>Bookmarks come whenever half a second brought nothing new, so that clients soon know that
 *       they are watching. WebSockets are refused by a 200; clients then use plain HTTP.
 * </ul>
 */
class KubernetesContractTest {
  @Nested
  class Creating extends CreateContract {}

  @Nested
  class Updating extends UpdateContract {}

  @Nested
  class Patching extends PatchContract {}

  @Nested
  class Deleting extends DeleteContract {}

  @Nested
  class Listing extends ListContract {}

  @Nested
  class Watching extends WatchContract {}
}
