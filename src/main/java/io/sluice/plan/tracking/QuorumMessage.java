package io.sluice.plan.tracking;

import io.sluice.approval.ApprovalVerdict;
import io.sluice.approval.Quorum;
import io.sluice.approval.RecordFault;
import io.sluice.rollout.Wording;
import io.sluice.text.PrintableText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Formats what a group still needs to be approved by its rules: {@code 1 of 2 approvals (ann);
 * expired: bob} (between-waves 4).
 */
final class QuorumMessage {
  private static final int LONGEST = 512;
  private static final int MOST_RULES = 3;
  private static final int LONGEST_NAME = 40;

  private final Instant now;

  QuorumMessage(Instant now) {
    this.now = now;
  }

  /** Formats it without a full stop; names of people are cut, and so is the whole. */
  String of(ApprovalVerdict verdict) {
    List<Quorum> unmet = verdict.unmet();
    String rules =
        unmet.stream().limit(MOST_RULES).map(this::of).collect(Collectors.joining("; and "));
    int more = unmet.size() - MOST_RULES;
    String text = more > 0 ? "%s; and %d more rules".formatted(rules, more) : rules;
    return PrintableText.line(text, LONGEST);
  }

  private String of(Quorum quorum) {
    List<String> parts = new ArrayList<>();
    parts.add(
        "%d of %d approvals%s%s"
            .formatted(
                quorum.counted().size(),
                quorum.rule().required(),
                quorum.rule().from().isEmpty()
                    ? ""
                    : " from members of " + names(quorum.rule().from()),
                quorum.counted().isEmpty()
                    ? ""
                    : " (%s)"
                        .formatted(
                            Wording.names(quorum.counted(), record -> person(record.by())))));
    if (quorum.waits()) {
      quorum
          .rule()
          .notBefore()
          .ifPresent(at -> parts.add("none counts before " + Wording.at(at, now)));
    }
    if (quorum.authorUnknown()) {
      parts.add("none counts, as the author of the version is not known");
    }
    quorum.others().entrySet().stream()
        .filter(people -> people.getKey() != RecordFault.AUTHOR_UNKNOWN)
        .forEach(people -> parts.add(people.getKey().label() + ": " + names(people.getValue())));
    return String.join("; ", parts);
  }

  static String names(List<String> names) {
    return Wording.names(names, QuorumMessage::person);
  }

  private static String person(String name) {
    return PrintableText.line(name, LONGEST_NAME);
  }
}
