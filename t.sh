#!/bin/bash
# t.sh N cmd...: median wall of N
n=$1; shift
for i in $(seq $n); do rm -rf /tmp/x/w; cp -a /tmp/x/proj /tmp/x/w; cd /tmp/x/w; s=$(date +%s%N); "$@" >/dev/null 2>/tmp/x/err || cat /tmp/x/err; e=$(date +%s%N); echo $(( (e-s)/10000 )); done | sort -n | awk '{a[NR]=$1} END{printf "median %.1f ms min %.1f\n", a[int((NR+1)/2)]/100, a[1]/100}'
