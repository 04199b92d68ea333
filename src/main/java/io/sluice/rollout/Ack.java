package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Optional;

/**
 * Answers a dispatch for one cluster: the hub took the write, or refused it.
 *
 * @param at the instant of the dispatch; on a repeated request that of the first
 * @param attempt the attempt that the replica's dispatch names; a former one where the replica
 *     carried the content already and was left unwritten
 * @param refusal why the hub refused, where it did
 * @param to what was asked for
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Ack(
    String cluster,
    Instant at,
    long attempt,
    Optional<String> refusal,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) Asked to) {
  public Ack {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(at, "at is null");
    refusal = requireNonNullElse(refusal, Optional.empty());
    to = requireNonNullElse(to, Asked.DISPATCH);
  }

  /** What a run asks the hub to write. */
  public enum Asked {
    /** The attempt's version. */
    @JsonProperty("dispatch")
    DISPATCH,
    /** What a cluster runs until its turn. */
    @JsonProperty("provide")
    PROVIDE,
    /** What a cluster had before. */
    @JsonProperty("takeBack")
    TAKE_BACK
  }

  public static Ack written(String cluster, Instant at, long attempt) {
    return new Ack(cluster, at, attempt, Optional.empty(), Asked.DISPATCH);
  }

  public static Ack refused(String cluster, Instant at, String why) {
    return new Ack(cluster, at, 0, Optional.of(why), Asked.DISPATCH);
  }

  /** The same answer, to another request. */
  public Ack to(Asked request) {
    return new Ack(cluster, at, attempt, refusal, request);
  }
}
