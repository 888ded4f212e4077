package dev.ose.keeper.supervision;

import dev.ose.keeper.process.CrashReports;
import dev.ose.keeper.process.NodeLauncher;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How processes of the node begin and end, and what they leave.
 *
 * @param runDirectory shared by keeper and node
 * @param stopLimit how long a node may take to end before it is killed
 */
public record NodeProcesses(NodeLauncher launcher, CrashReports crashReports, Path runDirectory, Duration stopLimit) {}
