package io.sluice.workflow;

import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Answers checks as a test says, and records what was asked. */
final class ScriptedChecks implements CheckActivities {
  private final List<CheckQuestion> asked = new ArrayList<>();
  private Function<CheckQuestion, CheckReply> answer =
      question -> CheckReply.none("nobody listens");

  @Override
  public CheckReply ask(CheckQuestion question) {
    Function<CheckQuestion, CheckReply> present;
    synchronized (this) {
      asked.add(question);
      present = answer;
    }
    return present.apply(question);
  }

  synchronized void answers(CheckResult result) {
    answers(question -> new CheckReply(result, "rate is 7", "b0d7"));
  }

  synchronized void answers(Function<CheckQuestion, CheckReply> wanted) {
    answer = wanted;
  }

  synchronized List<CheckQuestion> asked() {
    return List.copyOf(asked);
  }
}
