/**
 * Serves one workflow on skipped time to a worker in this process, as a Temporal server does.
 *
 * <p>{@link io.sluice.rehearsal.server.WorkflowServer} is the server: one thread, in which time
 * goes from one entry of the {@link io.sluice.rehearsal.server.Agenda} to the next and stands still
 * while the workflow decides, so that equal input gives an equal course to the millisecond. {@code
 * WorkerChannel} hands the tasks to the worker of Temporal's SDK in place of a connection, {@code
 * RunHistory} holds the events of a run, and {@code CommandHandler} executes what the workflow asks
 * for.
 */
package io.sluice.rehearsal.server;
