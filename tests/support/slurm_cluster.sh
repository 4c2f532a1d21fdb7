#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: unshare --mount --uts --pid --fork --kill-child slurm_cluster.sh FOLDER CONTROLLER_PORT NODE_PORT
# A Slurm cluster of one node: munged, slurmctld and slurmd of its own, in processes that end with the first one. All its files
# lie in FOLDER; FOLDER/slurm.conf is what its clients need. Nothing listens but on 127.0.0.1.
set -eu
folder=$1 controller=$2 node=$3
mount --make-rprivate /
mount -t proc proc /proc
hostname fusenode
cp /etc/hosts "$folder/hosts"
echo '127.0.0.1 fusenode' >>"$folder/hosts"
mount --bind "$folder/hosts" /etc/hosts

mkdir -p "$folder/munge" "$folder/state" "$folder/spool"
chmod 755 "$folder" "$folder/munge"
head -c 128 /dev/urandom >"$folder/munge/key"
chmod 600 "$folder/munge/key"
cat >"$folder/slurm.conf" <<END
ClusterName=fusescope
SlurmctldHost=fusenode(127.0.0.1)
SlurmctldPort=$controller
SlurmdPort=$node
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$folder/munge/socket
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
NodeName=fusenode NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=fusenode Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$folder/slurm.conf
/usr/sbin/munged --foreground --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
    --pid-file="$folder/munge/pid" --seed-file="$folder/munge/seed" --log-file="$folder/munge/log" &
while [ ! -S "$folder/munge/socket" ]; do sleep 0.1; done
/usr/sbin/slurmctld -D -c -f "$SLURM_CONF" &
/usr/sbin/slurmd -D -f "$SLURM_CONF" &
# Not exec: the first process reaps what it never started.
wait
