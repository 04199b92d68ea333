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
 * Records which content a replica was given, when and by which attempt: the annotation {@code
 * sluice.io/dispatch} (policy-propagation 4.1).
 *
 * <p>Templates that the write did not change keep the baseline of their last real change
 * (rollout-strategy E5); {@link Baseline} computes it. Fields missing in an older annotation mean
 * that the write changed every template.
 *
 * @param attempt number of the attempt; a user who may edit the replica can write another
 * @param as why it was dispatched
 * @param at instant of the dispatch; deadlines run from it
 * @param written instant of this write; older reports prove nothing
 * @param baseline per template, hashes of the event names present at its last real change, newest
 *     first
 * @param since for each template that this write did not change, the instant of its last real
 *     change; for all others that is {@code written}
 * @param unknown unchanged templates whose last real change was not recorded
 * @param content hash of the written spec; empty if it was not recorded
 * @param former hash of the spec before the last write that changed it, if its cluster had reported
 *     on that; else empty
 * @param created whether this dispatch created the replica: then taking it back removes the replica
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
    String former,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean created) {
  /** The annotation's key. */
  public static final String ANNOTATION = "sluice.io/dispatch";

  public Dispatch {
    requireNonNull(rolloutUid, "rolloutUID is null");
    requireNonNull(as, "as is null");
    requireNonNull(at, "at is null");
    requireNonNull(written, "written is null");
    baseline = sorted(requireNonNullElse(baseline, Map.of()));
    since = sorted(requireNonNullElse(since, Map.of()));
    unknown = List.copyOf(requireNonNullElse(unknown, List.of()));
    content = requireNonNullElse(content, "");
    former = requireNonNullElse(former, "");
  }

  /** Most dispatches have empty maps, and there are as many as replicas. */
  private static <T> Map<String, T> sorted(Map<String, T> given) {
    return given.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(given));
  }

  /** A dispatch that changed every template. */
  public Dispatch(
      String rolloutUid,
      long attempt,
      long generation,
      As as,
      Instant at,
      Instant written,
      Map<String, List<String>> baseline) {
    this(
        rolloutUid,
        attempt,
        generation,
        as,
        at,
        written,
        baseline,
        Map.of(),
        List.of(),
        "",
        "",
        false);
  }

  /** The same dispatch, for a replica that it creates. */
  public Dispatch creating() {
    return new Dispatch(
        rolloutUid,
        attempt,
        generation,
        as,
        at,
        written,
        baseline,
        since,
        unknown,
        content,
        former,
        true);
  }

  /** True when this attempt dispatched it, for this reason. */
  public boolean is(String uid, long number, As why) {
    return rolloutUid.equals(uid) && attempt == number && as == why;
  }

  /** Lists why a replica was given its content. */
  public enum As {
    /** First pass of the mode Inform. */
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
   * This dispatch with the record of a write: which templates change follows from the content found
   * and the content written (rollout-strategy E1, E5).
   *
   * @param found the replica before the write; absent if it is created
   * @param given the content written
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
        former(found, given.contentHash()),
        created);
  }

  /**
   * Returns the hash of the content that a write of others replaces, too, if its cluster had
   * reported on that; else empty (rollout-strategy E9). A write that does not change the spec keeps
   * what was recorded of the one that did.
   */
  public static String former(Optional<Replica> found, String given) {
    return found
        .map(
            replica ->
                replica.contentHash().equals(given)
                    ? replica.ownDispatch().map(Dispatch::former).orElse("")
                    : reported(replica) ? replica.contentHash() : "")
        .orElse("");
  }

  /**
   * Whether what a replica reports was reported on its present content: not known of one that was
   * edited by hand, not doubted of one without a dispatch (E5).
   */
  private static boolean reported(Replica replica) {
    return replica.dispatch().isEmpty()
        || replica
            .ownDispatch()
            .filter(own -> !own.content().isEmpty())
            .filter(own -> replica.details().stream().allMatch(own::reported))
            .isPresent();
  }

  private boolean reported(TemplateReport report) {
    return unknown.contains(report.template()) || !isNewestKnown(report);
  }

  /** Whether nothing was reported of the template since its last real change (E1). */
  private boolean isNewestKnown(TemplateReport report) {
    return report.history().stream()
        .findFirst()
        .filter(newest -> baselineHas(report.template(), newest.eventName()))
        .isPresent();
  }

  /**
   * True when this write replaced that content, and its template has not reported since: what it
   * reports is of that content still (rollout-strategy E9).
   */
  boolean replacedUnseen(String contentHash, TemplateReport report) {
    return former.equals(contentHash) && isNewestKnown(report);
  }

  /** True when the event was reported before the template's last real change (E1). */
  public boolean baselineHas(String template, String eventName) {
    List<String> names = baseline.getOrDefault(template, List.of());
    return !names.isEmpty() && names.contains(Hashes.ofName(eventName));
  }

  /** The instant of the template's last real change; an older report proves nothing. */
  public Instant lastChange(String template) {
    return since.getOrDefault(template, written);
  }

  /** True when this write did not change the template. */
  public boolean unchanged(String template) {
    return since.containsKey(template) || unknown.contains(template);
  }

  /** False when the template's last real change was not recorded. */
  public boolean lastChangeKnown(String template) {
    return !unknown.contains(template);
  }

  /** True when a replica with this content hash carries the content of this dispatch. */
  boolean wrote(String contentHash) {
    return content.isEmpty() || content.equals(contentHash);
  }
}
