package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.Set;

/** Asks the hub whom it takes its user for, which everybody may ask. */
public final class VerifiedUser {
  /** A hub that is older than these reviews, or does not let this user ask. */
  private static final Set<Integer> NOT_ANSWERED = Set.of(401, 403, 404, 405);

  private VerifiedUser() {}

  /**
   * Returns the name of the user whom the hub has verified; empty where it does not answer that.
   *
   * @throws KubernetesClientException if the hub cannot be reached, or fails
   */
  public static Optional<String> of(KubernetesClient hub) {
    try {
      return Optional.ofNullable(
              hub.authentication()
                  .v1()
                  .selfSubjectReviews()
                  .create(new SelfSubjectReview())
                  .getStatus())
          .map(status -> status.getUserInfo().getUsername());
    } catch (KubernetesClientException e) {
      if (NOT_ANSWERED.contains(e.getCode())) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
