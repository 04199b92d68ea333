package io.sluice.simulation;

import io.sluice.approval.ApprovalBinding;
import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.RuledApprovals;
import io.sluice.schedule.RuleScope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rules of approvals that numbers describe, and what people record: some of it counts. */
record ModelQuorum(RuledApprovals asked) {
  private static final List<String> PEOPLE = List.of("ann", "bob", "carl");
  private static final List<String> GROUPS =
      List.of("dev", "stage", "prod", RuleScope.UNGROUPED, "canary");
  private static final int MOST_RECORDS = 30;

  /** Makes one or two rules from a number; records and revocations stay. */
  static ModelQuorum of(long number, Optional<ModelQuorum> former, Instant now) {
    Optional<String> author = Optional.of(PEOPLE.get(0)).filter(name -> number % 5 != 0);
    Stream<ApprovalRule> more =
        number % 3 == 0 ? Stream.of(rule(number / 3 + 1, now)) : Stream.empty();
    return new ModelQuorum(
        new RuledApprovals(
            Stream.concat(Stream.of(rule(number, now)), more).toList(),
            former.map(known -> known.asked.records()).orElse(List.of()),
            author,
            former.map(known -> known.asked.revoked()).orElse(List.of())));
  }

  private static ApprovalRule rule(long number, Instant now) {
    long mask = number / 4 % 31 + 1;
    List<String> groups =
        GROUPS.stream().filter(name -> (mask >> GROUPS.indexOf(name) & 1) == 1).toList();
    return new ApprovalRule(
        Optional.of(groups).filter(names -> number % 4 != 0),
        (int) (1 + number / 124 % 2),
        Optional.of(now.plusSeconds(number % 90)).filter(at -> number / 7 % 4 == 0),
        Optional.of(Duration.ofSeconds(60 + number % 600)).filter(length -> number / 11 % 2 == 0),
        ApprovalBinding.values()[(int) (number / 13 % 3)],
        number / 17 % 2 == 0,
        number / 19 % 3 == 0 ? List.of("sre") : List.of());
  }

  /** Somebody approves a group: by what, and as whom, the number says. */
  ModelQuorum plus(String group, long number, ModelRoot root, String rolloutUid, Instant now) {
    long bound = number / 6 % 6;
    List<ApprovalRecord> records = new ArrayList<>(asked.records());
    records.add(
        new ApprovalRecord(
            Optional.of(group).filter(name -> !name.isEmpty()),
            PEOPLE.get((int) (number % 3)),
            number / 36 % 12 == 0 ? now.plusSeconds(90) : now,
            Optional.of(rolloutUid).filter(uid -> bound == 0 && !uid.isEmpty()),
            bound == 1 ? root.versionAnnotation() : Optional.empty(),
            bound < 2
                ? Optional.empty()
                : Optional.of(bound == 2 ? "former" : root.version().contentHash()),
            Optional.of("sre").filter(name -> number / 3 % 2 == 0),
            Optional.empty()));
    return with(
        records.subList(Math.max(0, records.size() - MOST_RECORDS), records.size()),
        asked.revoked());
  }

  /** Somebody withdraws an approval. */
  ModelQuorum minus(long number) {
    List<ApprovalRecord> records = new ArrayList<>(asked.records());
    if (!records.isEmpty()) {
      records.remove((int) (number % records.size()));
    }
    return with(records, asked.revoked());
  }

  /** Somebody revokes a group, or takes that back. */
  ModelQuorum revoked(List<String> groups) {
    return with(asked.records(), groups);
  }

  private ModelQuorum with(List<ApprovalRecord> records, List<String> revoked) {
    return new ModelQuorum(new RuledApprovals(asked.rules(), records, asked.author(), revoked));
  }
}
