package io.sluice.tools.option;

import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.VerifiedUser;
import java.util.Optional;

/**
 * Names who writes the spec of a Rollout with a command, as a field manager: {@code sluice:ann} is
 * the command line of Sluice, used by the person whom the API server knows as {@code ann}
 * (rollout-strategy 5).
 *
 * <p>The API server stores it beside each field, as it stores {@code kubectl-edit}. With {@code
 * deploy/admission} it refuses a name that is not the verified one; without, the name is what the
 * client says.
 */
public final class SpecEditor {
  private static final String CLIENT = "sluice";
  private static final String SEPARATOR = ":";

  /** What the API server takes. */
  private static final int LONGEST = 128;

  private SpecEditor() {}

  /**
   * Returns the field manager: the user whom the hub has verified; where it does not answer that,
   * the one that the kubeconfig names, else the client alone.
   */
  public static String of(KubernetesClient client) {
    return VerifiedUser.of(client)
        .map(VerifiedUser::name)
        .or(() -> named(client.getConfiguration()))
        .map(user -> user.replaceAll("\\P{Print}", "?"))
        .filter(user -> !user.isBlank())
        .map(user -> CLIENT + SEPARATOR + user)
        .map(manager -> manager.substring(0, Math.min(LONGEST, manager.length())))
        .orElse(CLIENT);
  }

  private static Optional<String> named(Config config) {
    return Optional.ofNullable(config.getCurrentContext())
        .map(NamedContext::getContext)
        .map(context -> context.getUser());
  }

  /** Formats a field manager for people: {@code ann, with sluice}. */
  public static String person(String manager) {
    return manager.startsWith(CLIENT + SEPARATOR)
        ? manager.substring(CLIENT.length() + 1) + ", with sluice"
        : manager;
  }
}
