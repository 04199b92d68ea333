package io.sluice.approval;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Builds rules of approvals step by step, and records that were given at one instant. */
public record ApprovalRuleFixture(ApprovalRule rule) {
  /** When all records are given. */
  public static final Instant GIVEN = Instant.parse("2026-12-01T08:00:00Z");

  /** Starts with a rule that covers all groups that are not mandatory. */
  public static ApprovalRuleFixture requiring(int people) {
    return with(
        Optional.empty(),
        people,
        Optional.empty(),
        Optional.empty(),
        ApprovalRule.DEFAULT_BINDING,
        false,
        List.of());
  }

  /** An approval of the content of that hash. */
  public static ApprovalRecord record(String group, String by, String content) {
    return record(group, by, GIVEN, Optional.of(content));
  }

  /** An approval at that instant, for whatever is bound to nothing. */
  public static ApprovalRecord record(
      String group, String by, Instant at, Optional<String> content) {
    return new ApprovalRecord(
        Optional.of(group).filter(name -> !name.isEmpty()),
        by,
        at,
        Optional.empty(),
        Optional.empty(),
        content,
        Optional.empty(),
        Optional.empty());
  }

  public ApprovalRuleFixture of(String... groups) {
    return with(
        Optional.of(List.of(groups)),
        rule.required(),
        rule.notBefore(),
        rule.expiresAfter(),
        rule.boundTo(),
        rule.separateAuthor(),
        rule.from());
  }

  public ApprovalRuleFixture notBefore(Instant at) {
    return with(
        rule.groups(),
        rule.required(),
        Optional.of(at),
        rule.expiresAfter(),
        rule.boundTo(),
        rule.separateAuthor(),
        rule.from());
  }

  public ApprovalRuleFixture expiringAfter(Duration length) {
    return with(
        rule.groups(),
        rule.required(),
        rule.notBefore(),
        Optional.of(length),
        rule.boundTo(),
        rule.separateAuthor(),
        rule.from());
  }

  public ApprovalRuleFixture boundTo(ApprovalBinding binding) {
    return with(
        rule.groups(),
        rule.required(),
        rule.notBefore(),
        rule.expiresAfter(),
        binding,
        rule.separateAuthor(),
        rule.from());
  }

  public ApprovalRuleFixture separateAuthor() {
    return with(
        rule.groups(),
        rule.required(),
        rule.notBefore(),
        rule.expiresAfter(),
        rule.boundTo(),
        true,
        rule.from());
  }

  public ApprovalRuleFixture from(String... groups) {
    return with(
        rule.groups(),
        rule.required(),
        rule.notBefore(),
        rule.expiresAfter(),
        rule.boundTo(),
        rule.separateAuthor(),
        List.of(groups));
  }

  private static ApprovalRuleFixture with(
      Optional<List<String>> groups,
      int required,
      Optional<Instant> notBefore,
      Optional<Duration> expiresAfter,
      ApprovalBinding boundTo,
      boolean separateAuthor,
      List<String> from) {
    return new ApprovalRuleFixture(
        new ApprovalRule(groups, required, notBefore, expiresAfter, boundTo, separateAuthor, from));
  }
}
