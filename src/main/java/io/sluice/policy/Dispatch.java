package io.sluice.policy;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Says what a replica was given, when and by whom: the annotation {@code sluice.io/dispatch}
 * (policy-propagation 4.1).
 *
 * <p>Templates that the write left as they were keep the baseline of their last real change
 * (rollout-strategy E5); {@link Baseline} works that out. Fields that an older annotation lacks
 * mean that every template changed with the write.
 *
 * @param attempt number of the attempt; no run writes a replica whose number is higher
 * @param as why it was given
 * @param at instant of the dispatch; deadlines run from it
 * @param written instant of this write; reports older than it prove nothing
 * @param baseline per template, hashes of the event names present at its last real change, newest
 *     first
 * @param since per template that this write left as it was, the instant of its last real change; of
 *     all others that is {@code written}
 * @param unknown templates that were left as they were, and whose last real change nobody noted
 * @param content hash of the spec that this write gave; empty when it was not noted
 * @param created whether this dispatch made the replica: then taking it back removes it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Dispatch(
    @JsonProperty("rolloutUID") String rolloutUid,
    long attempt,
    long generation,
    As as,
    Instant at,
    Instant written,
    Map<String, List<String>> baseline,
    Map<String, Instant> since,
    List<String> unknown,
    String content,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean created) {
  /** The annotation's key. */
  public static final String ANNOTATION = "sluice.io/dispatch";

  public Dispatch {
    requireNonNull(rolloutUid, "rolloutUID is null");
    requireNonNull(as, "as is null");
    requireNonNull(at, "at is null");
    requireNonNull(written, "written is null");
    baseline = Collections.unmodifiableMap(new TreeMap<>(requireNonNullElse(baseline, Map.of())));
    since = Collections.unmodifiableMap(new TreeMap<>(requireNonNullElse(since, Map.of())));
    unknown = List.copyOf(requireNonNullElse(unknown, List.of()));
    content = requireNonNullElse(content, "");
  }

  /** A dispatch with which every template changed. */
  public Dispatch(
      String rolloutUid,
      long attempt,
      long generation,
      As as,
      Instant at,
      Instant written,
      Map<String, List<String>> baseline) {
    this(
        rolloutUid, attempt, generation, as, at, written, baseline, Map.of(), List.of(), "", false);
  }

  /** The same dispatch, where it makes the replica. */
  public Dispatch creating() {
    return new Dispatch(
        rolloutUid, attempt, generation, as, at, written, baseline, since, unknown, content, true);
  }

  /** True when this attempt gave it, for that reason. */
  public boolean is(String uid, long number, As why) {
    return rolloutUid.equals(uid) && attempt == number && as == why;
  }

  /** Why a replica was given its content. */
  public enum As {
    /** First pass of mode I. */
    @JsonProperty("pending")
    PENDING,
    @JsonProperty("dispatched")
    DISPATCHED,
    @JsonProperty("newcomer")
    NEWCOMER,
    @JsonProperty("takenBack")
    TAKEN_BACK
  }

  /**
   * This dispatch as it goes with a write: whose and why it is stays, what it remembers of the
   * templates follows from what the write finds and what it puts there (rollout-strategy E1, E5).
   *
   * @param found the replica that is written over, as it was read; absent when it is made
   * @param given what it carries from then on
   */
  public Dispatch over(Optional<Replica> found, ReplicaContent given, Instant now) {
    Baseline next = Baseline.of(found, given);
    return new Dispatch(
        rolloutUid,
        attempt,
        generation,
        as,
        at,
        now,
        next.names(),
        next.since(),
        next.unknown(),
        given.contentHash(),
        created);
  }

  /** True when the event had been reported before the template's last real change (E1). */
  public boolean knew(String template, String eventName) {
    return baseline.getOrDefault(template, List.of()).contains(Hashes.ofName(eventName));
  }

  /** The instant of the template's last real change; an older report proves nothing of it. */
  public Instant changed(String template) {
    return since.getOrDefault(template, written);
  }

  /** True when this write left the template as it was. */
  public boolean leftAlone(String template) {
    return since.containsKey(template) || unknown.contains(template);
  }

  /** False when the baseline is that of a write which left the template as it was. */
  public boolean noted(String template) {
    return !unknown.contains(template);
  }

  /** True when a replica with that hash carries what this dispatch gave. */
  boolean gave(String contentHash) {
    return content.isEmpty() || content.equals(contentHash);
  }
}
