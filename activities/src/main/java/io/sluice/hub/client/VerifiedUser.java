package io.sluice.hub.client;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Holds whom the hub takes its user for, which everybody may ask.
 *
 * @param groups of which the user is a member, as the hub lists them
 */
public record VerifiedUser(String name, List<String> groups) {
  /** A hub that is older than these reviews, or does not let this user ask. */
  private static final Set<Integer> NOT_ANSWERED = Set.of(401, 403, 404, 405);

  public VerifiedUser {
    requireNonNull(name, "name is null");
    groups = List.copyOf(groups);
  }

  /**
   * Returns the user whom the hub has verified; empty where it does not answer that.
   *
   * @throws KubernetesClientException if the hub cannot be reached, or fails
   */
  public static Optional<VerifiedUser> of(KubernetesClient hub) {
    try {
      return Optional.ofNullable(
              hub.authentication()
                  .v1()
                  .selfSubjectReviews()
                  .create(new SelfSubjectReview())
                  .getStatus())
          .flatMap(status -> of(status.getUserInfo()));
    } catch (KubernetesClientException e) {
      if (NOT_ANSWERED.contains(e.getCode())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Optional<VerifiedUser> of(UserInfo user) {
    return Optional.ofNullable(user.getUsername())
        .map(name -> new VerifiedUser(name, requireNonNullElse(user.getGroups(), List.of())));
  }
}
