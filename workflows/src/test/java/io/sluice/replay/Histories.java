package io.sluice.replay;

import com.google.protobuf.Message;
import io.sluice.workflow.payload.PayloadKeys;
import io.sluice.workflow.payload.Payloads;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.history.v1.History;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Reads the golden histories, and alters them. */
final class Histories {
  static final Path FOLDER = Path.of("src/test/resources/histories/rules-1");
  static final PayloadKeys KEYS =
      PayloadKeys.parse("2026-11 " + Base64.getEncoder().encodeToString(new byte[32]));

  private Histories() {}

  static WorkflowExecutionHistory of(String name) {
    return of(FOLDER.resolve(name + ".json"));
  }

  private static WorkflowExecutionHistory of(Path file) {
    try {
      return WorkflowExecutionHistory.fromJson(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The runs of that scenario, which are one attempt. */
  static List<WorkflowExecutionHistory> chain(String scenario) {
    List<WorkflowExecutionHistory> chain = new ArrayList<>();
    for (int part = 0; Files.exists(FOLDER.resolve(scenario + "-" + part + ".json")); part++) {
      chain.add(of(scenario + "-" + part));
    }
    return chain;
  }

  /** Every golden attempt: runs that continue another one belong to it. */
  static List<List<WorkflowExecutionHistory>> attempts() throws IOException {
    RunReader reader = new RunReader(PayloadKeys.NONE);
    List<List<WorkflowExecutionHistory>> attempts = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).sorted().toList()) {
        WorkflowExecutionHistory history = of(file);
        if (reader.read(history).first()) {
          attempts.add(new ArrayList<>());
        }
        attempts.get(attempts.size() - 1).add(history);
      }
    }
    return attempts;
  }

  static WorkflowExecutionHistory altered(
      WorkflowExecutionHistory history, UnaryOperator<HistoryEvent> change) {
    History.Builder events = History.newBuilder();
    history.getEvents().forEach(event -> events.addEvents(change.apply(event)));
    return new WorkflowExecutionHistory(events.build());
  }

  /** The history as it would be if it had been read when it had that many events. */
  static WorkflowExecutionHistory cut(WorkflowExecutionHistory history, int events) {
    return new WorkflowExecutionHistory(
        History.newBuilder().addAllEvents(history.getEvents().subList(0, events)).build());
  }

  /** The history as workers with {@link #KEYS} would have written it. */
  static WorkflowExecutionHistory encrypted(WorkflowExecutionHistory history) {
    return altered(
        history,
        event ->
            // The SDK writes the number of the rules itself, unencrypted.
            event.hasMarkerRecordedEventAttributes()
                ? event
                : (HistoryEvent) encrypted(event.toBuilder()));
  }

  private static Message encrypted(Message.Builder part) {
    if (part instanceof Payload.Builder payload) {
      return Payloads.codec(KEYS).encode(List.of(payload.build())).get(0);
    }
    part.getAllFields()
        .forEach(
            (field, value) -> {
              boolean message =
                  field.getJavaType()
                          == com.google.protobuf.Descriptors.FieldDescriptor.JavaType.MESSAGE
                      && !field.isMapField();
              if (message && value instanceof List<?> list) {
                part.clearField(field);
                list.forEach(
                    each -> part.addRepeatedField(field, encrypted(((Message) each).toBuilder())));
              } else if (message) {
                part.setField(field, encrypted(((Message) value).toBuilder()));
              }
            });
    return part.build();
  }
}
