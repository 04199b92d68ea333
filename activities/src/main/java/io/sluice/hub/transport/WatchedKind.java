package io.sluice.hub.transport;

import java.net.URI;
import java.util.Optional;

/** Returns which kind a request for all namespaces is about. */
public final class WatchedKind {
  private WatchedKind() {}

  /**
   * Returns the kind, as {@code policies.policy.open-cluster-management.io}, and {@code configmaps}
   * of the core group; empty for a request about one object or namespace.
   *
   * @param request {@code …/apis/<group>/<version>/<plural>} or {@code …/api/v1/<plural>}
   */
  public static Optional<String> of(URI request) {
    String[] parts = request.getPath().replaceFirst("^.*?/(apis|api)/", "$1/").split("/");
    if (parts.length == 4 && parts[0].equals("apis")) {
      return Optional.of(parts[3] + "." + parts[1]);
    }
    return parts.length == 3 && parts[0].equals("api") ? Optional.of(parts[2]) : Optional.empty();
  }
}
