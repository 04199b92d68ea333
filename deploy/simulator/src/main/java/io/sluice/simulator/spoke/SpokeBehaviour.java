package io.sluice.simulator.spoke;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Describes how one simulated spoke behaves: its delays and its anomalies (policy-propagation
 * 13.5).
 *
 * <p>It does not depend on versions, groups or plans; what depends on chance is drawn from the seed
 * of the fleet. Begin with {@link #ORDINARY} and add to it:
 *
 * <pre>{@code ORDINARY.flapping(Duration.ofSeconds(3)).clockOffset(Duration.ofMinutes(-5))}</pre>
 */
public record SpokeBehaviour(SpokeDelays delays, Map<SpokeAnomaly, Duration> anomalies) {

  /** Turns Compliant at the first verdict on each content, with the delays observed upstream. */
  public static final SpokeBehaviour ORDINARY = new SpokeBehaviour(SpokeDelays.OBSERVED, Map.of());

  public SpokeBehaviour {
    requireNonNull(delays, "delays is null");
    anomalies = Map.copyOf(anomalies);
  }

  /** Reports each content NonCompliant first, and Compliant within a second. */
  public SpokeBehaviour nonCompliantFirst() {
    return with(SpokeAnomaly.NON_COMPLIANT_FIRST, Duration.ZERO);
  }

  /** Finds each changed content NonCompliant for this long, then Compliant. */
  public SpokeBehaviour nonCompliantFor(Duration time) {
    return with(SpokeAnomaly.NON_COMPLIANT_FOR, time);
  }

  /**
   * Reports the former content as freshly Compliant, dated after the write, this long before its
   * first verdict on a changed one, which is NonCompliant for a while and then Compliant.
   *
   * <p>The late entry comes no sooner than the evaluation delay after the change: with a delay of 2
   * s and {@code before} 3 s, the former status stands for 2 s, the late entry for 3 s.
   */
  public SpokeBehaviour lateFormer(Duration before, Duration nonCompliantFor) {
    return with(SpokeAnomaly.LATE_FORMER, before).nonCompliantFor(nonCompliantFor);
  }

  public SpokeBehaviour neverCompliant() {
    return with(SpokeAnomaly.NEVER_COMPLIANT, Duration.ZERO);
  }

  /** Is NonCompliant where it may only inform; enforced, it is Compliant. */
  public SpokeBehaviour nonCompliantUnderInform() {
    return with(SpokeAnomaly.NON_COMPLIANT_UNDER_INFORM, Duration.ZERO);
  }

  /**
   * Is NonCompliant until its content has been enforced, and stays Compliant when that only informs
   * again: what was applied stays on a cluster.
   */
  public SpokeBehaviour nonCompliantUntilEnforced() {
    return with(SpokeAnomaly.NON_COMPLIANT_UNTIL_ENFORCED, Duration.ZERO);
  }

  /** Turns NonCompliant this long after the first verdict on each content, and stays so. */
  public SpokeBehaviour turnsNonCompliantAfter(Duration time) {
    return with(SpokeAnomaly.TURNS_NON_COMPLIANT, time);
  }

  /** Changes between Compliant and NonCompliant each time this long has passed. */
  public SpokeBehaviour flapping(Duration every) {
    if (every.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException(
          "Cannot flap every %s: the interval is too short. Set at least 1 ms.".formatted(every));
    }
    return with(SpokeAnomaly.FLAPS, every);
  }

  /** Patches its newest event when a verdict changes: the old name, another message. */
  public SpokeBehaviour patchingEvents() {
    return with(SpokeAnomaly.PATCHES_EVENTS, Duration.ZERO);
  }

  /** Reports nothing until its behaviour changes; its reports are old when they come. */
  public SpokeBehaviour silent() {
    return with(SpokeAnomaly.SILENT, Duration.ZERO);
  }

  /** Reports nothing of a policy for this long after each change of its content. */
  public SpokeBehaviour silentAfterChange(Duration time) {
    return with(SpokeAnomaly.SILENT_ON_CHANGE, time);
  }

  /**
   * Sees and reports nothing until its behaviour changes. Then it first reports the content it went
   * on judging, dated after the change it missed.
   */
  public SpokeBehaviour cutOff() {
    return with(SpokeAnomaly.CUT_OFF, Duration.ZERO);
  }

  /** Is cut off for this long after each change of a policy's content. */
  public SpokeBehaviour cutOffAfterChange(Duration time) {
    return with(SpokeAnomaly.CUT_OFF_ON_CHANGE, time);
  }

  /** Makes its copy anew at each change of content, so that the history vanishes. */
  public SpokeBehaviour copyMadeAnew() {
    return with(SpokeAnomaly.COPY_MADE_ANEW, Duration.ZERO);
  }

  /** Has a clock that is ahead by this much; behind where it is negative. */
  public SpokeBehaviour clockOffset(Duration ahead) {
    return with(SpokeAnomaly.CLOCK_OFFSET, ahead);
  }

  /** Reports every template as a template-error. */
  public SpokeBehaviour templateError() {
    return with(SpokeAnomaly.TEMPLATE_ERROR, Duration.ZERO);
  }

  /** Is the hub's own cluster: its replicas are the managed policies (policy-propagation 11.4). */
  public SpokeBehaviour localCluster() {
    return with(SpokeAnomaly.LOCAL_CLUSTER, Duration.ZERO);
  }

  public SpokeBehaviour withDelays(SpokeDelays other) {
    return new SpokeBehaviour(other, anomalies);
  }

  /** Drops one anomaly, such as {@code SILENT} for a spoke that comes back. */
  public SpokeBehaviour without(SpokeAnomaly anomaly) {
    Map<SpokeAnomaly, Duration> fewer = new EnumMap<>(SpokeAnomaly.class);
    fewer.putAll(anomalies);
    fewer.remove(anomaly);
    return new SpokeBehaviour(delays, fewer);
  }

  boolean is(SpokeAnomaly anomaly) {
    return anomalies.containsKey(anomaly);
  }

  Optional<Duration> time(SpokeAnomaly anomaly) {
    return Optional.ofNullable(anomalies.get(anomaly));
  }

  private SpokeBehaviour with(SpokeAnomaly anomaly, Duration time) {
    requireNonNull(time, "time is null");
    Map<SpokeAnomaly, Duration> more = new EnumMap<>(SpokeAnomaly.class);
    more.putAll(anomalies);
    more.put(anomaly, time);
    return new SpokeBehaviour(delays, more);
  }
}
