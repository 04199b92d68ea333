package io.sluice.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.VerifiedUser;
import java.util.Optional;

/** Names in messages whose rights are missing on a hub, and what the bindings of rights name. */
final class HubUser {
  /** Whom each binding of {@code deploy/rbac} gives its rights to. */
  static final String BOUND =
      "put this user into the group sluice-workers, or run as ServiceAccount sluice in namespace"
          + " sluice-system";

  private HubUser() {}

  /** Formats whom the hub takes its user for: {@code user ann}. */
  static String of(KubernetesClient hub) {
    return verified(hub).map(name -> "user " + name).orElse("the user of the kubeconfig");
  }

  private static Optional<String> verified(KubernetesClient hub) {
    try {
      return VerifiedUser.of(hub).map(VerifiedUser::name);
    } catch (KubernetesClientException e) {
      // What is missing is known, and worth more than the name.
      return Optional.empty();
    }
  }
}
