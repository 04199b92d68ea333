package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Optional;

/**
 * Answers a write for one cluster: the hub took it, or rejected it.
 *
 * @param at the instant of the dispatch; of the first one if the request was repeated
 * @param attempt the attempt that the replica's dispatch names; a former one if the replica had the
 *     content already and was not written
 * @param refusal why the hub rejected the write
 * @param to which write was requested
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Ack(
    String cluster,
    Instant at,
    long attempt,
    Optional<String> refusal,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) RequestedWrite to) {
  public Ack {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(at, "at is null");
    refusal = requireNonNullElse(refusal, Optional.empty());
    to = requireNonNullElse(to, RequestedWrite.DISPATCH);
  }

  /** Lists what a run can request the hub to write. */
  public enum RequestedWrite {
    /** The attempt's version. */
    @JsonProperty("dispatch")
    DISPATCH,
    /** What a cluster runs until its turn. */
    @JsonProperty("provide")
    PROVIDE,
    /** What a cluster had before. */
    @JsonProperty("takeBack")
    TAKE_BACK,
    /** The status of the Rollout object, in which the cluster has ended. */
    @JsonProperty("publish")
    PUBLISH
  }

  public static Ack written(String cluster, Instant at, long attempt) {
    return new Ack(cluster, at, attempt, Optional.empty(), RequestedWrite.DISPATCH);
  }

  public static Ack refused(String cluster, Instant at, String why) {
    return new Ack(cluster, at, 0, Optional.of(why), RequestedWrite.DISPATCH);
  }

  /** Returns the same answer, to another request. */
  public Ack to(RequestedWrite request) {
    return new Ack(cluster, at, attempt, refusal, request);
  }
}
