package io.sluice.control.cache;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.RootShell;
import io.sluice.hub.crd.Kinds;
import java.util.Optional;

/**
 * Reads the content of a root for one use: from the cache, or from the hub where the cache has no
 * room for it (policy-propagation 16b).
 */
final class RootContentReader {
  /** As a tree, and rendered, such a content takes megabytes. */
  private static final long LARGE = 64 << 10;

  private final HubApi hub;

  RootContentReader(HubApi hub) {
    this.hub = hub;
  }

  /**
   * Returns a cached root with its content; what is cached where it is refused for its size.
   *
   * @throws HubException if the hub does not answer, or has another policy of that name by now
   */
  Optional<GenericKubernetesResource> whole(Optional<GenericKubernetesResource> cached) {
    return cached.map(root -> root instanceof RootShell shell ? whole(shell) : root);
  }

  private GenericKubernetesResource whole(RootShell root) {
    return root.tooLarge() ? root : root.whole().orElseGet(() -> live(root));
  }

  /** It may be later than the cache: its event is on the way. */
  private GenericKubernetesResource live(RootShell root) {
    String namespace = root.getMetadata().getNamespace();
    String name = root.getMetadata().getName();
    return hub.get(Kinds.POLICY, namespace, name)
        .filter(found -> root.getMetadata().getUid().equals(found.getMetadata().getUid()))
        // That it is gone is for its event to say: replicas are deleted then.
        .orElseThrow(
            () ->
                HubException.changed(
                    "read the content of policy %s/%s".formatted(namespace, name)));
  }

  /** Returns whether a pass over a root takes much memory. */
  static boolean large(GenericKubernetesResource root) {
    return root instanceof RootShell shell && !shell.tooLarge() && shell.contentBytes() > LARGE;
  }
}
