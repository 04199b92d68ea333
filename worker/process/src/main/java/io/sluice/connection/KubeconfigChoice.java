package io.sluice.connection;

import java.util.Optional;

/**
 * Chooses within a kubeconfig, as kubectl's options of the same names do.
 *
 * @param context empty: the current one
 * @param cluster empty: that of the context
 * @param user empty: that of the context
 */
public record KubeconfigChoice(
    Optional<String> context, Optional<String> cluster, Optional<String> user) {
  /** Takes what the kubeconfig says. */
  public static final KubeconfigChoice NONE =
      new KubeconfigChoice(Optional.empty(), Optional.empty(), Optional.empty());

  /** Returns whether anything is chosen. */
  public boolean given() {
    return !equals(NONE);
  }
}
