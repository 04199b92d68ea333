package io.sluice.control.notification;

import io.sluice.hub.notification.NoticeResult;
import io.sluice.notification.Notice;
import io.sluice.notification.NoticeOrigin;
import io.sluice.notification.NotificationRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes notices, and answers for each receiver as it is told. */
final class RecordedReceivers implements ReceiverNotifier.Sender {
  private final Map<String, NoticeResult> results = new HashMap<>();
  private final List<String> sent = new ArrayList<>();

  void answers(String receiver, NoticeResult result) {
    results.put(receiver, result);
  }

  /** Returns what each was sent: {@code hook halted/1}. */
  List<String> sent() {
    return sent;
  }

  void clear() {
    sent.clear();
  }

  @Override
  public NoticeResult send(Notice notice, NoticeOrigin origin, NotificationRule rule) {
    sent.add("%s %s/%d".formatted(rule.receiver(), notice.kind().label(), notice.number()));
    return results.getOrDefault(rule.receiver(), NoticeResult.TOLD);
  }
}
