package io.sluice.template.work;

import io.sluice.activation.ActivationDecision;
import io.sluice.activation.ActivationInput;
import io.sluice.activation.ActivationPlanner;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActivationRelease;
import io.sluice.activation.ActiveIntent;
import io.sluice.activation.ContentFingerprint;
import io.sluice.activation.Targeting;
import io.sluice.activation.UserView;
import io.sluice.policy.JsonTree;
import io.sluice.template.CreationRule;
import io.sluice.template.LazyFields;
import io.sluice.template.PolicyClaim;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.work.TemplatePlan.DesiredBinding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plans one decision about a template: its activation, its claim and its binding (lazy-activation
 * 2.8).
 */
public final class TemplatePlanner {
  private static final String REFUSED = "TargetingRefused";

  private final UserView view;
  private final TemplateFacts facts;
  private final Instant now;

  private TemplatePlanner(UserView view, TemplateFacts facts, Instant now) {
    this.view = view;
    this.facts = facts;
    this.now = now;
  }

  /**
   * Plans.
   *
   * @param view what the user owns of a template
   * @param now when the decision is made
   */
  public static TemplatePlan plan(UserView view, TemplateFacts facts, Instant now) {
    return new TemplatePlanner(view, facts, now).plan();
  }

  private TemplatePlan plan() {
    ActivationDecision decision = ActivationPlanner.decide(input(), now);
    Optional<PolicyClaim> claim = facts.owner().flatMap(TemplatePlanner::claim);
    Optional<Map<String, Object>> snapshot =
        decision.match(
            activate -> facts.owner().map(PropagationPolicy::targeting),
            keep -> facts.snapshot(),
            hold -> facts.snapshot());
    Optional<ActivationRecord> record =
        snapshot.flatMap(
            active ->
                decision.match(
                    activate -> Optional.of(identified(activate.record())),
                    keep -> Optional.of(identified(kept(keep.record()))),
                    hold -> facts.binding().flatMap(BindingState::record)));
    return new TemplatePlan(
        decision,
        claim,
        seen(decision, claim, snapshot.isPresent()),
        binding(claim, snapshot, record));
  }

  /** An activation knows no manifest; that of the active intent stays with it. */
  private ActivationRecord kept(ActivationRecord record) {
    return facts
        .binding()
        .flatMap(BindingState::record)
        .flatMap(ActivationRecord::active)
        .flatMap(ActiveIntent::manifest)
        .map(record::with)
        .orElse(record);
  }

  /** An active content is recognised in Works by its manifest, once the template has moved on. */
  private ActivationRecord identified(ActivationRecord record) {
    boolean known = record.active().flatMap(ActiveIntent::manifest).isPresent();
    return known || !live(Optional.of(record))
        ? record
        : record.with(
            ManifestRenderer.identity(view, ManifestRenderer.render(facts.template().object())));
  }

  private ActivationInput input() {
    Optional<ContentFingerprint> former = facts.seen().or(facts::noted);
    boolean created =
        facts
            .owner()
            .filter(
                owner ->
                    CreationRule.createdUnder(
                        owner,
                        facts.template(),
                        facts.seen().isPresent(),
                        facts.noted().isPresent()))
            .isPresent();
    return new ActivationInput(
        targeting(),
        facts.content(),
        facts.snapshot().isPresent() ? Optional.empty() : former,
        created,
        facts.snapshot().flatMap(active -> facts.record()),
        facts.snapshot(),
        ActivationRelease.of(
            Optional.empty(), facts.owner().flatMap(PropagationPolicy::activateAt)));
  }

  private Targeting targeting() {
    if (facts.owner().isEmpty()) {
      return new Targeting.None();
    }
    PropagationPolicy owner = facts.owner().get();
    if (!owner.problems().isEmpty()) {
      return new Targeting.Unusable(
          REFUSED, owner.name() + ": " + String.join(" ", owner.problems()));
    }
    return new Targeting.Resolved(
        owner.lazy(),
        owner.targeting(),
        owner.name().toString(),
        owner.generation(),
        owner.edited());
  }

  private static Optional<PolicyClaim> claim(PropagationPolicy owner) {
    return owner.permanentId().map(id -> new PolicyClaim(owner.name(), id));
  }

  /** While the intent waits, the first look stays: an edit made meanwhile counts later. */
  private Optional<ContentFingerprint> seen(
      ActivationDecision decision, Optional<PolicyClaim> claim, boolean active) {
    if (active || claim.isEmpty()) {
      return Optional.empty();
    }
    return decision.match(
        activate -> Optional.empty(),
        keep -> Optional.of(keep.record().seen()),
        hold -> facts.seen().or(facts::noted).or(() -> Optional.of(facts.content())));
  }

  private Optional<DesiredBinding> binding(
      Optional<PolicyClaim> claim,
      Optional<Map<String, Object>> snapshot,
      Optional<ActivationRecord> record) {
    if (snapshot.isEmpty() && facts.requiredBy().isEmpty()) {
      return Optional.empty();
    }
    List<String> former =
        facts.binding().map(BindingState::clusters).orElse(List.of()).stream()
            .filter(facts.inventory()::containsKey)
            .toList();
    List<String> fit =
        snapshot
            .map(active -> ClusterAffinity.selected(active, facts.inventory()))
            .orElse(List.of());
    boolean frozen = facts.owner().isEmpty();
    boolean unfit = !frozen && snapshot.isPresent() && fit.isEmpty();
    return Optional.of(
        new DesiredBinding(
            snapshot,
            record,
            snapshot.isEmpty() || live(record),
            claim.filter(owner -> own(owner, record)),
            frozen || unfit ? former : fit,
            unfit,
            snapshot.map(this::unknown).orElse(List.of()),
            facts.requiredBy()));
  }

  private List<String> unknown(Map<String, Object> snapshot) {
    return ClusterAffinity.of(JsonTree.map(snapshot, LazyFields.PLACEMENT)).names().stream()
        .filter(name -> !facts.inventory().containsKey(name))
        .toList();
  }

  /** A content that counts as the same although its hash moved is the active one, too. */
  private boolean live(Optional<ActivationRecord> record) {
    return record
        .filter(
            stored ->
                stored.seen().sameContent(facts.content())
                    && stored
                        .active()
                        .filter(active -> active.content().equals(stored.seen().hash()))
                        .isPresent())
        .isPresent();
  }

  /** After a handover that waits, the binding names no policy: its snapshot is the former one's. */
  private static boolean own(PolicyClaim owner, Optional<ActivationRecord> record) {
    return record
        .filter(
            stored ->
                stored.pending().isEmpty()
                    || stored
                        .active()
                        .filter(active -> active.from().equals(owner.policy().toString()))
                        .isPresent())
        .isPresent();
  }
}
