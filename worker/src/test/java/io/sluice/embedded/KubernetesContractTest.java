package io.sluice.embedded;

import org.junit.jupiter.api.Nested;

/**
 * Holds the embedded hub to what a real kube-apiserver does.
 *
 * <p>By default it runs against {@link EmbeddedHub}; with {@code
 * -Dsluice.contract.kubeconfig=<file>} (or the environment variable {@code
 * SLUICE_CONTRACT_KUBECONFIG}) against the server of that kubeconfig, where it creates the kinds
 * that are missing, and namespaces that it deletes again.
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
