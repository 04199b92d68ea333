package io.sluice.approval;

import static io.sluice.approval.ApprovalRuleFixture.GIVEN;
import static io.sluice.approval.ApprovalRuleFixture.record;
import static io.sluice.approval.ApprovalRuleFixture.requiring;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Judges which groups people have approved (between-waves 4). */
class ApprovalJudgeTest {
  private static final GroupKey PROD = new GroupKey("p", "prod", 1);
  private static final GroupKey CANARY = new GroupKey("p", "canary", 0);
  private static final GroupKey REST = new GroupKey("p", "", 2);
  private static final String HASH = "hash";

  private final List<ApprovalRecord> records = new ArrayList<>();
  private List<ApprovalRule> rules = List.of();
  private Optional<String> author = Optional.of("eve");
  private List<String> revoked = List.of();
  private Optional<String> annotation = Optional.empty();
  private Instant now = GIVEN;

  private Optional<ApprovalVerdict> verdict(GroupKey group) {
    return new ApprovalJudge(
            new RuledApprovals(rules, records, author, revoked),
            new ApprovedVersion("uid", annotation, HASH),
            CANARY::equals,
            now)
        .verdict(group);
  }

  private ApprovalVerdict prod(ApprovalRuleFixture rule) {
    rules = List.of(rule.rule());
    return verdict(PROD).orElseThrow();
  }

  private void approved(String... people) {
    for (String by : people) {
      records.add(record("prod", by, HASH));
    }
  }

  private static ApprovalRecord bound(
      Optional<String> uid, Optional<String> version, Optional<String> from) {
    return new ApprovalRecord(
        Optional.of("prod"), "ann", GIVEN, uid, version, Optional.empty(), from, Optional.empty());
  }

  @Test
  void asManyPeopleAsTheRuleRequiresApprove() {
    approved("ann");
    assertThat(prod(requiring(2)).met()).isFalse();
    approved("bob");
    assertThat(prod(requiring(2)).met()).isTrue();
  }

  @Test
  void nobodyCountsTwice() {
    approved("ann", "ann");
    assertThat(prod(requiring(2)).met()).isFalse();
    assertThat(prod(requiring(2)).counted()).hasSize(1);
  }

  @Test
  void aRuleCoversTheGroupsThatItNamesMandatoryOnesToo() {
    rules = List.of(requiring(1).of("canary", "ungrouped").rule());
    assertThat(verdict(CANARY)).isPresent();
    assertThat(verdict(REST)).isPresent();
    assertThat(verdict(PROD)).isEmpty();
  }

  @Test
  void aRuleWithoutGroupsCoversAllThatAreNotMandatory() {
    rules = List.of(requiring(1).rule());
    assertThat(verdict(CANARY)).isEmpty();
    assertThat(verdict(REST)).isPresent();
    assertThat(verdict(PROD)).isPresent();
  }

  @Test
  void recordsCountForTheirGroupAlone() {
    rules = List.of(requiring(1).rule());
    records.add(record("", "ann", HASH));
    assertThat(verdict(REST).orElseThrow().met()).isTrue();
    assertThat(verdict(PROD).orElseThrow().met()).isFalse();
  }

  @Test
  void allRulesThatCoverAGroupMustBeMet() {
    rules = List.of(requiring(1).rule(), requiring(1).of("prod").from("sre").rule());
    approved("ann");
    assertThat(verdict(PROD).orElseThrow().met()).isFalse();
    assertThat(verdict(PROD).orElseThrow().unmet()).hasSize(1);
    records.add(
        new ApprovalRecord(
            Optional.of("prod"),
            "bob",
            GIVEN,
            Optional.of("uid"),
            Optional.empty(),
            Optional.empty(),
            Optional.of("sre"),
            Optional.empty()));
    assertThat(verdict(PROD).orElseThrow().met()).isTrue();
    assertThat(verdict(PROD).orElseThrow().counted())
        .extracting(ApprovalRecord::by)
        .containsExactly("ann", "bob");
  }

  @Test
  void anApprovalExpiresToTheSecond() {
    approved("ann");
    ApprovalRuleFixture rule = requiring(1).expiringAfter(Duration.ofHours(1));
    assertThat(prod(rule).next()).contains(GIVEN.plusSeconds(3600));
    now = GIVEN.plusSeconds(3599);
    assertThat(prod(rule).met()).isTrue();
    now = GIVEN.plusSeconds(3600);
    ApprovalVerdict late = prod(rule);
    assertThat(late.met()).isFalse();
    assertThat(late.quorums().get(0).others())
        .isEqualTo(Map.of(RecordFault.EXPIRED, List.of("ann")));
    assertThat(late.next()).isEmpty();
  }

  @Test
  void aLaterApprovalOfTheSamePersonCountsLonger() {
    approved("ann");
    records.add(record("prod", "ann", GIVEN.plusSeconds(60), Optional.of(HASH)));
    ApprovalRuleFixture rule = requiring(1).expiringAfter(Duration.ofHours(1));
    now = GIVEN.plusSeconds(3600);
    assertThat(prod(rule).met()).isTrue();
    assertThat(prod(rule).quorums().get(0).others()).isEmpty();
  }

  @Test
  void whatIsDatedMoreThanAMinuteAheadCountsOnceItIsNot() {
    approved("ann");
    now = GIVEN.minusSeconds(60);
    assertThat(prod(requiring(1)).met()).isTrue();
    now = GIVEN.minusSeconds(61);
    ApprovalVerdict early = prod(requiring(1));
    assertThat(early.met()).isFalse();
    assertThat(early.opens()).contains(GIVEN.minusSeconds(60));
    now = GIVEN.minus(Duration.ofDays(400));
    assertThat(prod(requiring(1)).opens()).isEmpty();
  }

  @Test
  void nothingCountsBeforeTheRuleSaysSo() {
    approved("ann");
    Instant opens = GIVEN.plusSeconds(10);
    ApprovalVerdict early = prod(requiring(1).notBefore(opens));
    assertThat(early.met()).isFalse();
    assertThat(early.opens()).contains(opens);
    assertThat(early.quorums().get(0).enough()).isTrue();
    now = opens;
    assertThat(prod(requiring(1).notBefore(opens)).met()).isTrue();
  }

  @Test
  void anApprovalOfAnotherContentDoesNotCountUnlessAnyDoes() {
    records.add(record("prod", "ann", "former"));
    assertThat(prod(requiring(1)).met()).isFalse();
    assertThat(prod(requiring(1)).quorums().get(0).others())
        .isEqualTo(Map.of(RecordFault.OTHER_VERSION, List.of("ann")));
    assertThat(prod(requiring(1).boundTo(ApprovalBinding.VERSION)).met()).isFalse();
    assertThat(prod(requiring(1).boundTo(ApprovalBinding.ANY)).met()).isTrue();
  }

  @Test
  void anApprovalOfAVersionNeedsThePolicyToNameIt() {
    records.add(bound(Optional.empty(), Optional.of("2"), Optional.empty()));
    ApprovalRuleFixture rule = requiring(1).boundTo(ApprovalBinding.VERSION);
    assertThat(prod(rule).met()).isFalse();
    annotation = Optional.of("3");
    assertThat(prod(rule).met()).isFalse();
    annotation = Optional.of("2");
    assertThat(prod(rule).met()).isTrue();
    assertThat(prod(requiring(1)).met()).isFalse();
  }

  @Test
  void aRecordWithoutVersionMeansNoPolicyWithoutOne() {
    records.add(bound(Optional.empty(), Optional.empty(), Optional.empty()));
    assertThat(prod(requiring(1).boundTo(ApprovalBinding.VERSION)).met()).isFalse();
  }

  @Test
  void anApprovalOfTheAttemptCountsHoweverTheRuleBinds() {
    records.add(bound(Optional.of("uid"), Optional.empty(), Optional.empty()));
    for (ApprovalBinding binding : ApprovalBinding.values()) {
      assertThat(prod(requiring(1).boundTo(binding)).met()).as(binding.label()).isTrue();
    }
  }

  @Test
  void theAuthorDoesNotApproveWhereTheRuleSeparatesThem() {
    approved("eve");
    assertThat(prod(requiring(1)).met()).isTrue();
    ApprovalVerdict own = prod(requiring(1).separateAuthor());
    assertThat(own.met()).isFalse();
    assertThat(own.quorums().get(0).others()).isEqualTo(Map.of(RecordFault.AUTHOR, List.of("eve")));
    approved("ann");
    assertThat(prod(requiring(1).separateAuthor()).met()).isTrue();
  }

  @Test
  void nobodyApprovesWhereTheAuthorIsNotKnownAndMustBeSeparate() {
    approved("ann");
    author = Optional.empty();
    assertThat(prod(requiring(1).separateAuthor()).met()).isFalse();
    assertThat(prod(requiring(1).separateAuthor()).quorums().get(0).authorUnknown()).isTrue();
    assertThat(prod(requiring(1)).met()).isTrue();
  }

  @Test
  void onlyMembersOfTheGroupsOfARuleCount() {
    records.add(bound(Optional.of("uid"), Optional.empty(), Optional.of("dev")));
    assertThat(prod(requiring(1).from("sre", "admins")).met()).isFalse();
    records.add(bound(Optional.of("uid"), Optional.empty(), Optional.of("admins")));
    assertThat(prod(requiring(1).from("sre", "admins")).met()).isTrue();
  }

  @Test
  void aRevokedGroupIsHeldWhateverWasRecorded() {
    approved("ann");
    revoked = List.of("prod");
    assertThat(prod(requiring(1)).met()).isFalse();
    assertThat(prod(requiring(1).notBefore(GIVEN.plusSeconds(1))).opens()).isEmpty();
  }
}
