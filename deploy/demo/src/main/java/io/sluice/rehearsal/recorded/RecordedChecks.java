package io.sluice.rehearsal.recorded;

import io.sluice.check.CheckKey;
import io.sluice.check.CheckReply;
import io.sluice.replay.RecordedCall;
import io.sluice.replay.RunRecord;
import io.sluice.workflow.CheckActivities.CheckQuestion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Finds what checks were answered in a recorded attempt. */
final class RecordedChecks {
  private final List<Answered> answered = new ArrayList<>();

  private record Answered(CheckKey key, Instant at, CheckReply reply) {
    /** Another hash is another question, asked of the same name: what it was answered is close. */
    boolean to(CheckKey other) {
      return key.check().equals(other.check())
          && key.group().equals(other.group())
          && key.stage() == other.stage();
    }
  }

  RecordedChecks(List<RunRecord> records) {
    for (RunRecord record : records) {
      for (RecordedCall call : record.calls()) {
        if (call.argument() instanceof CheckQuestion question
            && call.answer().orElse(null) instanceof CheckReply reply) {
          answered.add(new Answered(question.key(), call.askedAt(), reply));
        }
      }
    }
  }

  /** Returns what it was answered last before that instant, or first of all. */
  CheckReply at(CheckKey key, Instant now) {
    List<Answered> known = answered.stream().filter(entry -> entry.to(key)).toList();
    return known.stream()
        .filter(entry -> !entry.at().isAfter(now))
        .reduce((before, after) -> after)
        .or(() -> known.stream().findFirst())
        .map(Answered::reply)
        .orElseGet(() -> CheckReply.none("it was not asked in the recorded rollout"));
  }
}
