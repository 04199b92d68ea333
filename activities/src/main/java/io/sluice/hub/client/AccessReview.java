package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Asks the hub what its user may do, which everybody may ask. */
public final class AccessReview {
  private AccessReview() {}

  /**
   * Returns whether the user may do this. A hub without authentication, as the demo's, has no
   * rights, and grants everything.
   *
   * @throws KubernetesClientException if the hub does not answer
   */
  public static boolean granted(KubernetesClient hub, ResourceAttributes asked) {
    try {
      return Boolean.TRUE.equals(
          hub.authorization()
              .v1()
              .selfSubjectAccessReview()
              .create(
                  new SelfSubjectAccessReviewBuilder()
                      .withNewSpec()
                      .withResourceAttributes(asked)
                      .endSpec()
                      .build())
              .getStatus()
              .getAllowed());
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.NOT_FOUND) {
        return true;
      }
      throw e;
    }
  }
}
