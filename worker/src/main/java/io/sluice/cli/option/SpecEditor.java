package io.sluice.cli.option;

import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import java.util.Optional;

/**
 * Names who writes the spec of a Rollout with a command, as a field manager: {@code sluice:ann} is
 * the command line of Sluice, used by the user {@code ann} of the kubeconfig (rollout-strategy 5).
 *
 * <p>The API server stores it beside each field, as it stores {@code kubectl-edit}. It is what the
 * kubeconfig says; the user that the hub has verified is in its audit log.
 */
public final class SpecEditor {
  private static final String CLIENT = "sluice";
  private static final String SEPARATOR = ":";

  /** What the API server takes. */
  private static final int LONGEST = 128;

  private SpecEditor() {}

  /** Returns the field manager; the client alone where no kubeconfig names a user. */
  public static String of(Config config) {
    return Optional.ofNullable(config.getCurrentContext())
        .map(NamedContext::getContext)
        .map(context -> context.getUser())
        .map(user -> user.replaceAll("\\P{Print}", "?"))
        .filter(user -> !user.isBlank())
        .map(user -> CLIENT + SEPARATOR + user)
        .map(manager -> manager.substring(0, Math.min(LONGEST, manager.length())))
        .orElse(CLIENT);
  }

  /** Formats a field manager for people: {@code ann, with sluice}. */
  public static String person(String manager) {
    return manager.startsWith(CLIENT + SEPARATOR)
        ? manager.substring(CLIENT.length() + 1) + ", with sluice"
        : manager;
  }
}
