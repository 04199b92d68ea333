package io.sluice.tools.request;

import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.BindingName;
import io.sluice.rollout.Wording;
import io.sluice.tools.approval.ApprovalEditor;
import io.sluice.tools.approval.RuledGroup;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.NameSuggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Approves a group in the spec of its Rollout, by default for the present version only
 * (rollout-strategy A2 to A4).
 *
 * <p>Where rules cover the group, it is a record of who approves ({@link RecordedApproval}).
 *
 * @param group empty: the ungrouped clusters
 * @param seen what a person saw of the version
 * @param comment why, kept with what is recorded
 */
record GroupApproval(
    Optional<String> group, ApprovalVersion versions, SeenVersion seen, Optional<String> comment)
    implements RolloutRequest {
  private static final int MOST_NAMES = 5;

  GroupApproval(Optional<String> group, ApprovalVersion versions) {
    this(group, versions, SeenVersion.ANY, Optional.empty());
  }

  @Override
  public String act() {
    return "approve %s of".formatted(GroupLabel.of(group));
  }

  @Override
  public String purpose() {
    return GroupLabel.PURPOSE;
  }

  @Override
  public RequestDecision decide(RequestContext context) {
    Optional<RuledGroup> ruled = context.ruled(group);
    if (ruled.isEmpty()) {
      GroupLabel.checkStrategy(this, context);
    }
    GroupLabel.checkDeclared(this, group, context);
    seen.check(this, context);
    if (ruled.isPresent()) {
      return new RecordedApproval(this, ruled.get()).decide(context);
    }
    if (versions == ApprovalVersion.THIS && context.version().isEmpty()) {
      throw new CliFailure(
          "%s for this version: it has none. %s, or leave --this-version out."
              .formatted(
                  cannot(context.source()),
                  context.target() instanceof BindingName
                      ? "A template never has one: use --any-version"
                      : "Give the policy the annotation " + RootPolicy.VERSION));
    }
    RolloutSpec spec = context.spec();
    Optional<String> version = context.version().filter(name -> versions != ApprovalVersion.ANY);
    boolean already =
        spec.approves(group)
            && (version.isEmpty() || version.equals(Optional.ofNullable(spec.approvalsForVersion)));
    if (already) {
      return RequestDecision.nothing(
          "%s of %s is already approved.%s"
              .formatted(
                  Wording.capital(GroupLabel.of(group)), context.title(), gate(spec, context)));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "Approved %s of %s%s.%s"
            .formatted(
                GroupLabel.of(group),
                context.title(),
                version.map(name -> " for version " + name).orElse(""),
                version.isPresent() ? "" : gate(spec, context)));
    if (version.isPresent() || gate(spec, context).isEmpty()) {
      GroupLabel.letGo(group, context).ifPresent(lines::add);
    }
    version.flatMap(name -> others(spec, name)).ifPresent(lines::add);
    comment
        .map(text -> "The comment is not kept: no rule of approvals covers the group.")
        .ifPresent(lines::add);
    return RequestDecision.write(
        context.edited(
            next -> {
              version.ifPresent(name -> ApprovalEditor.setVersion(next, name));
              ApprovalEditor.set(next, group, true);
            }),
        lines);
  }

  @Override
  public String effect(RequestContext context) {
    String start =
        start(
            context.groups().stream()
                .filter(each -> each.key().name().equals(group.orElse("")))
                .toList());
    return context.ruled(group).isEmpty() ? start : "Once its rules are met, " + start;
  }

  /** Formats what an approval would let happen: {@code 15 clusters may start then: ...}. */
  private static String start(List<RolloutStatus.Group> groups) {
    long clusters = groups.stream().mapToLong(group -> group.counts().toApply()).sum();
    String start =
        (clusters == 1 ? "1 cluster may start then" : clusters + " clusters may start then")
            + (groups.size() > 1 ? ", in %d groups of that name".formatted(groups.size()) : "");
    boolean informed =
        groups.stream().anyMatch(group -> group.inform() != null && group.inform().clusters() > 0);
    if (!informed) {
      return start + ". What it would change on them is not known: none has the version as inform.";
    }
    return start
        + ": "
        + String.join(
            "; ",
            groups.stream()
                .filter(group -> group.inform() != null && group.inform().clusters() > 0)
                .map(group -> group.inform().text())
                .toList())
        + ".";
  }

  /** Describes what it would do, without doing it. */
  RequestQuestion.Choice choice(RequestContext context) {
    RequestDecision decision = decide(context);
    RolloutSpec spec = context.spec();
    if (decision.spec().isEmpty()) {
      return new RequestQuestion.Choice(versions, List.of(), decision.lines());
    }
    if (context.ruled(group).isPresent()) {
      // The first line says that it is recorded.
      return new RequestQuestion.Choice(
          versions,
          SpecDifference.lines(spec, decision.spec().get()),
          decision.lines().stream().skip(1).toList());
    }
    Optional<String> version = context.version().filter(name -> versions != ApprovalVersion.ANY);
    List<String> notes = new ArrayList<>();
    if (version.isEmpty() && !gate(spec, context).isEmpty()) {
      notes.add(gate(spec, context).strip());
    }
    version.flatMap(name -> others(spec, name)).ifPresent(notes::add);
    return new RequestQuestion.Choice(
        versions, SpecDifference.lines(spec, decision.spec().get()), notes);
  }

  /** Describes what becomes of the approvals of other groups; empty if nothing does. */
  private Optional<String> others(RolloutSpec spec, String version) {
    Optional<String> former = Optional.ofNullable(spec.approvalsForVersion);
    List<String> others =
        Stream.concat(
                spec.approvedGroups().stream().filter(name -> !group.equals(Optional.of(name))),
                Stream.of("ungrouped")
                    .filter(name -> group.isPresent())
                    .filter(name -> spec.approves(Optional.empty())))
            .toList();
    if (others.isEmpty() || former.equals(Optional.of(version))) {
      return Optional.empty();
    }
    String names = NameSuggestions.list(others, MOST_NAMES);
    return Optional.of(
        former
            .map(
                other ->
                    "Approvals for version %s are withdrawn: %s. Approve them for version %s if you mean it."
                        .formatted(other, names, version))
            .orElse(
                "Other approvals hold for version %s only from now on: %s."
                    .formatted(version, names)));
  }

  /** Describes what an approval still waits for (rollout-strategy A4); empty if for nothing. */
  private static String gate(RolloutSpec spec, RequestContext context) {
    Optional<String> wanted = Optional.ofNullable(spec.approvalsForVersion);
    if (wanted.isEmpty() || wanted.equals(context.version())) {
      return "";
    }
    if (context.target() instanceof BindingName) {
      return " It does not count while spec.approvalsForVersion is set: a template has no version."
          + " Remove that field.";
    }
    return " It counts once the policy's version is %s, as spec.approvalsForVersion says; it is %s now."
        .formatted(wanted.get(), context.version().orElse("not set"));
  }
}
