package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubException;
import java.util.List;
import java.util.Optional;

/**
 * Reports the result of a write of one replica.
 *
 * @param replica the replica as it is afterwards; absent when it was refused or is gone
 * @param why the reason of a refusal
 */
public record WriteResult(Kind kind, Optional<CachedReplica> replica, String why) {
  /** Parts of a 403 message that blame the object and not Sluice's permissions. */
  private static final List<String> FORBIDDEN_OBJECT =
      List.of("being terminated", "denied the request", "exceeded quota");

  public WriteResult {
    requireNonNull(kind, "kind is null");
    requireNonNull(replica, "replica is null");
    requireNonNull(why, "why is null");
  }

  /** The kinds of results. */
  public enum Kind {
    CREATED,
    UPDATED,
    DELETED,
    /** The replica needed no write, or was gone already. */
    UNCHANGED,
    /** The hub rejects the write for this one cluster. */
    REFUSED,
    /** The replica belongs to a higher attempt; the writer's attempt is over. */
    OVERTAKEN
  }

  static WriteResult of(Kind kind, CachedReplica replica) {
    return new WriteResult(kind, Optional.of(replica), "");
  }

  public static WriteResult gone(Kind kind) {
    return new WriteResult(kind, Optional.empty(), "");
  }

  public static WriteResult refused(String why) {
    return new WriteResult(Kind.REFUSED, Optional.empty(), why);
  }

  /**
   * Returns the refusal of a write that the hub rejects for this one cluster; empty if the hub
   * fails or Sluice lacks a permission.
   */
  static Optional<WriteResult> rejected(KubernetesClientException cause) {
    String reason = HubException.reason(cause);
    Optional<String> why =
        switch (cause.getCode()) {
          // For a POST only the namespace can be missing: without the CRD there is no root policy.
          case 404 -> Optional.of("the cluster has no namespace on the hub (%s)".formatted(reason));
          case 403 ->
              FORBIDDEN_OBJECT.stream().anyMatch(reason::contains)
                  ? Optional.of("the hub forbids it: " + reason)
                  : Optional.empty();
          case 422 -> Optional.of("the hub finds the replica invalid: " + reason);
          default -> Optional.empty();
        };
    return why.map(WriteResult::refused);
  }

  static WriteResult overtaken(CachedReplica replica) {
    return new WriteResult(
        Kind.OVERTAKEN,
        Optional.of(replica),
        "the replica belongs to attempt %s"
            .formatted(replica.replica().dispatch().map(d -> "" + d.attempt()).orElse("unknown")));
  }
}
