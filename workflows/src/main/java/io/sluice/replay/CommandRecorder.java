package io.sluice.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.workflow.payload.Payloads;
import io.temporal.common.SearchAttributeUpdate;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Promise;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the commands of a workflow while it runs or replays. */
final class CommandRecorder extends WorkerInterceptorBase {
  private static final DataConverter CONVERTER = Payloads.converter();

  private final List<Recorded> recorded = new CopyOnWriteArrayList<>();
  private Runnable atEachCommand = () -> {};

  private static final class Recorded {
    private final Command command;
    private final long task = Workflow.getInfo().getHistoryLength();
    private volatile boolean dropped;

    private Recorded(Command command) {
      this.command = command;
    }

    /** A command that is canceled in its own workflow task never reaches the history. */
    private Object ended(RuntimeException failure) {
      dropped = canceled(failure) && task == Workflow.getInfo().getHistoryLength();
      return null;
    }

    private static boolean canceled(Throwable failure) {
      return failure instanceof CanceledFailure
          || failure != null && failure.getCause() instanceof CanceledFailure;
    }
  }

  List<Command> commands() {
    return recorded.stream().filter(entry -> !entry.dropped).map(entry -> entry.command).toList();
  }

  void clear() {
    recorded.clear();
  }

  /** Does this at each command, in the thread of the workflow. */
  void atEachCommand(Runnable what) {
    atEachCommand = what;
  }

  private Recorded record(Command command) {
    atEachCommand.run();
    Recorded entry = new Recorded(command);
    recorded.add(entry);
    return entry;
  }

  @Override
  public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
    return new End(next);
  }

  private final class End extends WorkflowInboundCallsInterceptorBase {
    private End(WorkflowInboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public void init(WorkflowOutboundCallsInterceptor outbound) {
      super.init(new Course(outbound));
    }

    @Override
    public WorkflowOutput execute(WorkflowInput input) {
      try {
        WorkflowOutput output = super.execute(input);
        record(Command.result(JudgementFilter.of(output.getResult())));
        return output;
      } catch (CanceledFailure canceled) {
        record(Command.canceled());
        throw canceled;
      } catch (TemporalFailure failure) {
        record(Command.failure(CONVERTER.exceptionToFailure(failure), CONVERTER));
        throw failure;
      }
    }
  }

  private final class Course extends WorkflowOutboundCallsInterceptorBase {
    private Course(WorkflowOutboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public <R> ActivityOutput<R> executeActivity(ActivityInput<R> input) {
      Recorded entry = record(Command.activity(input.getActivityName(), first(input.getArgs())));
      ActivityOutput<R> output = super.executeActivity(input);
      output.getResult().handle((answer, failure) -> entry.ended(failure));
      return output;
    }

    @Override
    public Promise<Void> newTimer(Duration duration) {
      return recordTimer(duration, super.newTimer(duration));
    }

    @Override
    public Promise<Void> newTimer(Duration duration, TimerOptions options) {
      return recordTimer(duration, super.newTimer(duration, options));
    }

    private Promise<Void> recordTimer(Duration duration, Promise<Void> timer) {
      Recorded entry = record(Command.timer(duration));
      timer.handle((rung, failure) -> entry.ended(failure));
      return timer;
    }

    @Override
    public void upsertTypedSearchAttributes(SearchAttributeUpdate<?>... updates) {
      ObjectNode attributes = JsonNodeFactory.instance.objectNode();
      for (SearchAttributeUpdate<?> update : updates) {
        attributes.set(
            update.getKey().getName(), JudgementFilter.of(update.getValue().orElse(null)));
      }
      record(Command.searchAttributes(JudgementFilter.of(attributes)));
      super.upsertTypedSearchAttributes(updates);
    }

    @Override
    public void continueAsNew(ContinueAsNewInput input) {
      record(Command.continueAsNew(first(input.getArgs())));
      super.continueAsNew(input);
    }

    private static JsonNode first(Object[] arguments) {
      return arguments.length == 0
          ? JsonNodeFactory.instance.missingNode()
          : JudgementFilter.of(arguments[0]);
    }
  }
}
