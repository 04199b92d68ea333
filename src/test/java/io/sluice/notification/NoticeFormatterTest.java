package io.sluice.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.PayloadJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the messages of each format with {@code notifications} of the resources. */
class NoticeFormatterTest {
  private static final Path FOLDER = Path.of("test/resources/notifications");
  private static final Optional<String> KEY = Optional.of("R0UT1NGKEY");

  private static JsonNode message(NoticeKind kind, MessageFormat format) {
    return PayloadJson.read(
        NoticeFormatter.format(NoticeExample.of(kind), NoticeExample.ORIGIN, format, KEY).body(),
        JsonNode.class);
  }

  @ParameterizedTest
  @CsvSource({
    "CLOUD_EVENTS, HALTED,               cloud-event.json",
    "SLACK,        WAITING_FOR_APPROVAL, slack.json",
    "TEAMS,        WAITING_FOR_APPROVAL, teams.json",
    "PAGER_DUTY,   HALTED,               pager-duty.json",
    "PAGER_DUTY,   SUCCEEDED,            pager-duty-resolved.json"
  })
  void theMessageIsAsTheFileHasIt(MessageFormat format, NoticeKind kind, String file)
      throws IOException {
    assertThat(message(kind, format).toPrettyString() + "\n")
        .isEqualTo(Files.readString(FOLDER.resolve(file)));
  }

  @Test
  void theTypeOfTheContentIsThatOfTheFormat() {
    Map<MessageFormat, String> types = new EnumMap<>(MessageFormat.class);
    for (MessageFormat format : MessageFormat.values()) {
      Notice notice = NoticeExample.of(NoticeKind.RELEASED);
      types.put(format, NoticeFormatter.format(notice, NoticeExample.ORIGIN, format, KEY).type());
    }
    assertThat(types)
        .containsEntry(MessageFormat.CLOUD_EVENTS, "application/cloudevents+json")
        .containsEntry(MessageFormat.SLACK, "application/json")
        .containsEntry(MessageFormat.TEAMS, "application/json")
        .containsEntry(MessageFormat.PAGER_DUTY, "application/json");
  }

  @ParameterizedTest
  @EnumSource(NoticeKind.class)
  void everyFormatSaysTheSameSentence(NoticeKind kind) {
    String title = NoticeTitle.of(NoticeExample.of(kind), NoticeExample.ORIGIN);
    assertThat(title).startsWith("policies/web-tls on hub eu: ").doesNotEndWith(".");
    for (MessageFormat format : MessageFormat.values()) {
      JsonNode message = message(kind, format);
      if (format != MessageFormat.PAGER_DUTY || message.has("payload")) {
        assertThat(message.toString()).contains(title);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HALTED, trigger, error",
    "REGRESSED, trigger, error",
    "CHECK_FAILED, trigger, warning",
    "WINDOW_MISSED, trigger, warning",
    "STRAGGLER, trigger, warning",
    "WAITING_FOR_APPROVAL, trigger, info",
    "GROUP_OPENED, trigger, info",
    "SUCCEEDED, resolve,",
    "ABORTED, resolve,",
    "SUPERSEDED, resolve,",
    "RELEASED, resolve,"
  })
  void aPagerIsCalledOrToldThatItIsOver(NoticeKind kind, String action, String severity) {
    JsonNode event = message(kind, MessageFormat.PAGER_DUTY);
    assertThat(event.path("event_action").textValue()).isEqualTo(action);
    assertThat(event.path("payload").path("severity").textValue()).isEqualTo(severity);
    assertThat(event.path("dedup_key").textValue())
        .isEqualTo("sluice:/hubs/eu/namespaces/policies/policies/web-tls");
  }

  /** PagerDuty takes no longer one. */
  @Test
  void anIncidentHasAtMost255Characters() {
    NoticeOrigin first = long253("a");
    NoticeOrigin second = long253("b");
    assertThat(incident(first)).hasSizeLessThanOrEqualTo(255);
    assertThat(incident(second)).isNotEqualTo(incident(first));
  }

  private static NoticeOrigin long253(String letter) {
    return new NoticeOrigin(
        "eu", "policies", "policies", letter.repeat(253), Optional.empty(), Optional.empty());
  }

  private static String incident(NoticeOrigin origin) {
    return PayloadJson.read(
            NoticeFormatter.format(
                    NoticeExample.of(NoticeKind.HALTED), origin, MessageFormat.PAGER_DUTY, KEY)
                .body(),
            JsonNode.class)
        .path("dedup_key")
        .textValue();
  }

  @Test
  void aPagerWithoutAKeyIsRefused() {
    Notice notice = NoticeExample.of(NoticeKind.HALTED);
    assertThatThrownBy(
            () ->
                NoticeFormatter.format(
                    notice, NoticeExample.ORIGIN, MessageFormat.PAGER_DUTY, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot write an event of PagerDuty: there is no routing key. Add it to the Secret as"
                + " routingKey.");
  }

  @Test
  void whatIsNotKnownIsLeftOut() {
    Notice all = NoticeExample.of(NoticeKind.SUCCEEDED);
    Notice bare =
        new Notice(
            all.kind(),
            all.rolloutUid(),
            all.number(),
            all.at(),
            all.attempt(),
            all.generation(),
            Optional.empty(),
            "",
            Optional.of(""),
            Optional.empty(),
            Optional.empty(),
            "",
            List.of(),
            0);
    NoticeOrigin origin =
        new NoticeOrigin("eu", "ns", "policies", "p", Optional.empty(), Optional.empty());
    JsonNode event = read(bare, origin, MessageFormat.CLOUD_EVENTS);
    assertThat(event.has("subject")).isFalse();
    assertThat(event.path("data").has("outcome")).isFalse();
    JsonNode slack = read(bare, origin, MessageFormat.SLACK);
    assertThat(slack.path("blocks")).hasSize(2);
    assertThat(slack.at("/blocks/0/text/text").textValue())
        .isEqualTo("ns/p on hub eu: the rollout has succeeded");
    assertThat(slack.at("/blocks/1/fields").findValuesAsText("text"))
        .containsExactly("Hub: eu", "Rollout: ns/p", "Version: generation 7", "Attempt: 3");
    assertThat(read(bare, origin, MessageFormat.TEAMS).at("/attachments/0/content/body"))
        .hasSize(5);
  }

  private static JsonNode read(Notice notice, NoticeOrigin origin, MessageFormat format) {
    return PayloadJson.read(
        NoticeFormatter.format(notice, origin, format, KEY).body(), JsonNode.class);
  }
}
