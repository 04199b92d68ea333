package io.sluice.process;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.owner.HubIdentity;
import java.util.Optional;

/**
 * Reads what identifies a hub among all others: the UID of its namespace {@code kube-system}, which
 * every API server makes (rollout-strategy 3.2).
 */
public final class HubIdentityReader {
  private static final String NAMESPACE = "kube-system";

  private HubIdentityReader() {}

  /**
   * Reads it.
   *
   * @param name of the hub
   * @throws IllegalStateException with a message for the user
   */
  public static HubIdentity read(KubernetesClient hub, HubName name) {
    String address = hub.getMasterUrl().toString().replaceAll("/$", "");
    try {
      return Optional.ofNullable(hub.namespaces().withName(NAMESPACE).get())
          .map(Namespace::getMetadata)
          .flatMap(found -> Optional.ofNullable(found.getUid()))
          .filter(uid -> !uid.isEmpty())
          .map(uid -> new HubIdentity(name, uid, address))
          .orElseThrow(
              () ->
                  new IllegalStateException(
                      "Cannot tell the hub at %s from others: it has no namespace %s, whose UID does so. Create it."
                          .formatted(address, NAMESPACE)));
    } catch (KubernetesClientException e) {
      throw HubCheck.failure(hub, e);
    }
  }
}
