package io.sluice.settings;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.UUID;

/**
 * Holds the Lease by which processes elect a leader, and its times.
 *
 * @param namespace namespace of the Lease
 * @param identity name of this process on the Lease; a process that restarts under the same name
 *     leads at once
 * @param duration how long a holder that is silent keeps it
 * @param renewDeadline how long a holder tries to renew it before it gives up leading
 * @param retry time between two tries to take or renew it
 */
public record LeaseSettings(
    String namespace, String identity, Duration duration, Duration renewDeadline, Duration retry) {
  /** The name of the Lease, which {@code deploy/rbac} grants. */
  public static final String NAME = "sluice";

  public static final String NAMESPACE = "sluice-system";

  public LeaseSettings {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(identity, "identity is null");
    if (duration.compareTo(renewDeadline) <= 0 || renewDeadline.compareTo(retry) <= 0) {
      throw new IllegalArgumentException(
          "Cannot lead by a Lease of %s that is renewed every %s within %s: each must be longer than the next. Set for example 10 s, 2 s and 7 s."
              .formatted(duration, retry, renewDeadline));
    }
  }

  /** A silent leader is replaced after 10 to 12 s. */
  public static LeaseSettings of(String namespace, String identity) {
    return new LeaseSettings(
        namespace, identity, Duration.ofSeconds(10), Duration.ofSeconds(7), Duration.ofSeconds(2));
  }

  /** Returns a name that no other process has: host, process id and a few random characters. */
  public static String ownIdentity() {
    return "%s-%d-%s"
        .formatted(
            host(), ProcessHandle.current().pid(), UUID.randomUUID().toString().substring(0, 8));
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      // The host does not know its own name; the rest of the identity is unique.
      return "localhost";
    }
  }
}
